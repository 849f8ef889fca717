import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { useAppDispatch } from '../../store/typed'
import { clearAndSignOut } from '../layout/signOutByHand'

/** Signing out would take words with it that the gateway does not have. */
export function LeavingOverlay({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useTranslation('outbox')
  const dispatch = useAppDispatch()
  return (
    <Dialog
      title={t('leaving.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('leaving.stay')}</Button>
          <Button tone="danger" onClick={() => void dispatch(clearAndSignOut())}>
            {t('leaving.go')}
          </Button>
        </>
      }
    >
      <p>{t('leaving.text', { count })}</p>
    </Dialog>
  )
}
