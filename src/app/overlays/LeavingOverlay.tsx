import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { overlayClosed, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { clearAndSignOut } from '../layout/signOutByHand'

/** Signing out would take words with it that the gateway does not have. */
export function LeavingOverlay() {
  const { t } = useTranslation('outbox')
  const dispatch = useAppDispatch()
  const overlay = useAppSelector(selectOverlays).find(({ kind }) => kind === 'leaving')
  if (overlay?.kind !== 'leaving') return null
  const handleStay = () => dispatch(overlayClosed({ kind: 'leaving' }))
  return (
    <Dialog
      title={t('leaving.title')}
      onClose={handleStay}
      actions={
        <>
          <Button onClick={handleStay}>{t('leaving.stay')}</Button>
          <Button tone="danger" onClick={() => void dispatch(clearAndSignOut())}>
            {t('leaving.go')}
          </Button>
        </>
      }
    >
      <p>{t('leaving.text', { count: overlay.count })}</p>
    </Dialog>
  )
}
