/** To whom an answer goes. */
import { addressKey } from '../mail/domainSpelling'
import { isAnswerable } from '../rules'
import type { Address } from '../shapes'

type Answered = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly replyTo: readonly Address[]
}

/** `own` is the account's address, in lower case. */
export function answerRecipients(mail: Answered, own: string, toAll: boolean): { to: Address[]; cc: Address[] } {
  const isOwn = ({ address }: Address) => addressKey(address) === own
  const seen = new Set<string>()
  const fresh = ({ address }: Address) => {
    const key = addressKey(address)
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  }
  const others = (list: readonly Address[]) => list.filter((it) => !isOwn(it)).filter(fresh)
  const first = others(authorsOf(mail, isOwn))
  const to = toAll ? [...first, ...others(mail.to)] : first
  const cc = toAll ? others(mail.cc) : []
  // A mail that one wrote to oneself is answered to oneself.
  return to.length + cc.length === 0 ? { to: [mail.from].filter(fresh), cc } : { to, cc }
}

/** Addresses count: forms on pages write in one's own name, and a Reply-To may name nobody. */
function authorsOf({ from, to, cc, replyTo }: Answered, isOwn: (it: Address) => boolean): readonly Address[] {
  const named = replyTo.filter(({ address }) => isAnswerable(address))
  if (named.some((it) => !isOwn(it))) return named
  // An answer to one's own mail goes on to whoever that went to.
  if (!isOwn(from)) return [from]
  return to.every(isOwn) ? cc : to
}
