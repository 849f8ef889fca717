/** Whom a message shows as its sender: DMARC is asked for the same one (TRUST S31). */
import type { Address } from '../../core/mail'
import { mimeLimits } from '../mimeLimits'
import { readAddresses } from './addressList'
import type { HeaderField } from './headerFields'

export type ShownSender = { readonly sender: Address; readonly truncated: boolean }

/** The first of From with an address. Sender stands for nobody: no check is about it. */
export function shownSender(fields: readonly HeaderField[], hint: string | null): ShownSender {
  const raw = fields.filter(({ name }) => name.toLowerCase() === 'from').map(({ value }) => value)
  const { list, truncated } = readAddresses(raw.join(', '), hint, mimeLimits.recipients, true)
  const sender = list.find(({ address }) => address !== '') ?? list[0] ?? { name: '', address: '' }
  return { sender, truncated }
}
