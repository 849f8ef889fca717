/** One address as a person types it: `name <address>`, `"quoted, name" <address>` or the address alone (RFC 5322). */
import { narrowMailbox } from '#contract/mail/addressWidth'
import type { Address } from '../../core/mail'
import { isPlainAddress } from '../build/headerSafety'
import { readAddresses } from './addressList'
import { safeText } from './headerText'

/** Longest text that is read as one address. */
const longest = 1_000

/** Null when the text is not exactly one usable mailbox. Takes time in proportion to the text (TRUST S30). */
export function parseAddress(text: string): Address | null {
  if (text.length > longest || /\p{Cc}/u.test(text)) return null
  const typed = narrowMailbox(text)
  // What the tolerant reader would repair or take as a list or a group is a typing error here.
  const bare = typed.replace(/"(?:[^"\\]|\\.)*"/g, 'q').trim()
  if (/[,;:]/.test(bare) || !/^[^<>]*(?:<[^<>]*>)?$/.test(bare)) return null
  // The reader holds bytes as Latin-1; typed words are never encoded ones.
  const raw = Buffer.from(typed.replaceAll('=?', '= ?')).toString('latin1')
  const { list } = readAddresses(raw, 'utf-8', 2)
  const [address] = list
  if (address === undefined || list.length !== 1 || !isPlainAddress(address.address)) return null
  if (!bare.includes('<') && /\s/.test(bare)) return null
  return { name: safeText(address.name.replaceAll('= ?', '=?')), address: address.address }
}

export function parseAddresses(typed: readonly string[]): (Address | null)[] {
  return typed.map(parseAddress)
}
