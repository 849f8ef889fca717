import { offerEnded, offerPostponed, PhoneDialog } from '../../features/phone'
import { useAppDispatch } from '../../store/typed'

/** Closed without a phone, the offer waits as a bar. */
export function PhoneOverlay({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch()
  function handleClose(isSettled: boolean) {
    dispatch(isSettled ? offerEnded() : offerPostponed())
    onClose()
  }
  return <PhoneDialog onClose={handleClose} />
}
