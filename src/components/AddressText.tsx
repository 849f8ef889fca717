import type { Address } from '../contract/shapes'

/** Bidirectional and invisible controls can make one address look like another (TRUST S31). */
const misleading = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cc}/gu

/** A text from a mail's header without what could mislead the eye. */
export function plainName(text: string): string {
  return text.replace(misleading, '')
}

/** A person's name; the real address too where the name is missing, looks like an address itself, or `full` asks for it. */
export function AddressText({ address, full = false }: { address: Address; full?: boolean }) {
  const name = plainName(address.name).trim()
  const real = plainName(address.address)
  const isNameDoubtful = name === '' || (name.includes('@') && name.toLowerCase() !== real.toLowerCase())
  const text = name === '' ? real : full || isNameDoubtful ? `${name} <${real}>` : name
  return (
    <bdi title={real} className="ep-address">
      {text}
    </bdi>
  )
}
