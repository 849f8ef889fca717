/** Asks before all of a folder is moved, and says how many: what is done to so much cannot be undone. */
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'

type Props = { count: number; target: string; onClose: () => void; onConfirm: () => void }

export function WholeDialog({ count, target, onClose, onConfirm }: Props) {
  const { t } = useTranslation(['jobs', 'common'])
  return (
    <Dialog
      title={t('jobs:confirmTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button tone="primary" onClick={onConfirm}>
            {t('jobs:confirm')}
          </Button>
        </>
      }
    >
      <p>{t('jobs:confirmQuestion', { count, folder: target })}</p>
    </Dialog>
  )
}
