import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'

/** Says what plain text cannot hold. */
export function PlainDialog({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  const { t } = useTranslation(['compose', 'common'])
  return (
    <Dialog
      title={t('plain.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('plain.keep')}</Button>
          <Button tone="primary" onClick={onConfirm}>
            {t('plain.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('plain.text')}</p>
    </Dialog>
  )
}
