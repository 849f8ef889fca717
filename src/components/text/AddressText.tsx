import { looksLikeAddress, plainName } from '../../contract/mail/plainName'
import type { Address } from '../../contract/shapes'

export { plainName } from '../../contract/mail/plainName'

/** A person's name; the real address too where the name is missing, looks like an address itself, or `full` asks for it. */
export function AddressText({ address, full = false }: { address: Address; full?: boolean }) {
  const name = plainName(address.name).trim()
  const real = plainName(address.address)
  const isNameDoubtful = name === '' || (looksLikeAddress(name) && name.toLowerCase() !== real.toLowerCase())
  const text = name === '' ? real : full || isNameDoubtful ? `${name} <${real}>` : name
  return (
    <bdi title={real} className="ep-address">
      {text}
    </bdi>
  )
}
