import { addressKey } from '../../contract/mail/domainSpelling'
import { looksLikeAddress, plainAddress, plainName } from '../../contract/mail/plainName'
import type { Address } from '../../contract/shapes'

export { plainAddress, plainName } from '../../contract/mail/plainName'

/** A person's name; the real address too where the name is missing, looks like an address itself, or `full` asks for it. */
export function AddressText({ address, full = false }: { address: Address; full?: boolean }) {
  const name = plainName(address.name).trim()
  const real = plainAddress(address.address)
  const isNameDoubtful = name === '' || (looksLikeAddress(name) && addressKey(name) !== addressKey(real))
  const text = name === '' ? real : full || isNameDoubtful ? `${name} <${real}>` : name
  return (
    <bdi title={real} className="ep-address">
      {text}
    </bdi>
  )
}
