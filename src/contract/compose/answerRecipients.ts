/** To whom an answer goes. */
import type { Address } from '../shapes'

type Answered = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly replyTo: readonly Address[]
}

/** `own` is the account's address, in lower case. */
export function answerRecipients(mail: Answered, own: string, toAll: boolean): { to: Address[]; cc: Address[] } {
  const isOwn = ({ address }: Address) => address.toLowerCase() === own
  const author = mail.replyTo.length > 0 ? mail.replyTo : [mail.from]
  // An answer to one's own mail goes on to whoever that went to.
  const first = isOwn(mail.from) && mail.to.length > 0 ? mail.to : author
  const seen = new Set<string>()
  const fresh = ({ address }: Address) => {
    const key = address.toLowerCase()
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  }
  if (!toAll) return { to: first.filter(fresh), cc: [] }
  const others = (list: readonly Address[]) => list.filter((it) => !isOwn(it)).filter(fresh)
  const to = others([...first, ...mail.to])
  const cc = others(mail.cc)
  // A mail that one wrote to oneself is answered to oneself.
  return to.length + cc.length === 0 ? { to: first.filter(fresh), cc } : { to, cc }
}
