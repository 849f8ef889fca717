import { putOffPhone } from '../../contract/endpoints/session/phone'
import { PhoneDialog } from '../../features/phone'
import { useServices } from '../../store/servicesContext'

/** Closed without a phone, it is not offered again for a while. */
export function PhoneOverlay({ onClose }: { onClose: () => void }) {
  const { call } = useServices()
  function handleClose(isSettled: boolean) {
    if (!isSettled) void call(putOffPhone, {})
    onClose()
  }
  return <PhoneDialog onClose={handleClose} />
}
