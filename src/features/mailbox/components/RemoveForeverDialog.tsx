/** Asks before mails are deleted for good, and says how many. */
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'

type Props = { count: number; onCancel: () => void; onConfirm: () => void }

export function RemoveForeverDialog({ count, onCancel, onConfirm }: Props) {
  const { t } = useTranslation(['mail'])
  return (
    <Dialog
      title={t('mail:foreverTitle')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('mail:keep')}</Button>
          <Button tone="danger" onClick={onConfirm}>
            {t('mail:deleteForever')}
          </Button>
        </>
      }
    >
      <p>{t('mail:foreverQuestion', { count })}</p>
    </Dialog>
  )
}
