/** Asks before all of a folder is moved, and says how many: so much is not undone with a key. */
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'

type Props = { count: number; target: string; onCancel: () => void; onConfirm: () => void }

export function WholeDialog({ count, target, onCancel, onConfirm }: Props) {
  const { t } = useTranslation(['jobs', 'common'])
  return (
    <Dialog
      title={t('jobs:confirmTitle')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
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
