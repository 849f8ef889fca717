/** To whom an answer goes. */
import type { Address } from '../core/mail'
import type { OpenedMail } from '../ports/mailStores'

/** `own` is the account's address, in lower case. */
export function answerRecipients(
  { parsed }: OpenedMail,
  own: string,
  toAll: boolean,
): { to: Address[]; cc: Address[] } {
  const isOwn = ({ address }: Address) => address.toLowerCase() === own
  const author = parsed.replyTo.length > 0 ? parsed.replyTo : [parsed.from]
  // An answer to one's own mail goes on to whoever that went to.
  const first = isOwn(parsed.from) && parsed.to.length > 0 ? parsed.to : author
  const seen = new Set<string>()
  const fresh = ({ address }: Address) => {
    const key = address.toLowerCase()
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  }
  if (!toAll) return { to: first.filter(fresh), cc: [] }
  const others = (list: readonly Address[]) => list.filter((it) => !isOwn(it)).filter(fresh)
  const to = others([...first, ...parsed.to])
  const cc = others(parsed.cc)
  // A mail that one wrote to oneself is answered to oneself.
  return to.length + cc.length === 0 ? { to: first.filter(fresh), cc } : { to, cc }
}
