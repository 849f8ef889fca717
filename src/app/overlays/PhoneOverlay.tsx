import { putOffPhone } from '../../contract/endpoints/session/phone'
import { PhoneDialog } from '../../features/phone'
import { useServices } from '../../store/servicesContext'
import { overlayClosed } from '../../store/shell/overlays'
import { useAppDispatch } from '../../store/typed'

/** Closed without a phone, it is not offered again for a while. */
export function PhoneOverlay() {
  const dispatch = useAppDispatch()
  const { call } = useServices()
  function handleClose(isSettled: boolean) {
    if (!isSettled) void call(putOffPhone, {})
    dispatch(overlayClosed({ kind: 'bindPhone' }))
  }
  return <PhoneDialog onClose={handleClose} />
}
