/** What in a mail's header gives reason for caution, each in the words of one line. */
import { addressKey } from '#contract/mail/domainSpelling'
import { passesForDomain } from '#contract/registration/lookAlikes'
import { isAnswerable } from '#contract/rules'
import type { Mail } from '#contract/shapes'
import { plainAddress, plainName } from '#src/components/text/AddressText'

export type Caution = {
  readonly words:
    | 'nameOfAnother'
    | 'nameHoldsAddress'
    | 'nameHoldsDomain'
    | 'looksLikeOwn'
    | 'replyGoesElsewhere'
    | 'dateInFuture'
  readonly params: Readonly<Record<string, string>>
}

/** Clocks and time zones go wrong by hours; no honest one by more than a day. */
const clockFaultMs = 24 * 60 * 60 * 1_000

type Judged = Pick<Mail, 'folder' | 'from' | 'replyTo' | 'sentAt' | 'receivedAt' | 'knownName'>

/** Mail that the person wrote gives none. `own`: the domain of their own address. */
export function cautionsOf(
  { folder, from, replyTo, sentAt, receivedAt, knownName }: Judged,
  own: string,
): readonly Caution[] {
  if (folder === 'sent' || folder === 'draft') return []
  const cautions: Caution[] = []
  if (knownName !== undefined) {
    const { name, address } = knownName
    cautions.push({ words: 'nameOfAnother', params: { name: plainName(name), address: plainAddress(address) } })
  }
  const real = plainAddress(from.address)
  const shown = addressIn(plainName(from.name))
  if (shown !== null && addressKey(shown) !== addressKey(real)) {
    cautions.push({ words: 'nameHoldsAddress', params: { shown, real } })
  } else if (isNamed(own, plainName(from.name)) && !isSameHouse(real, own)) {
    cautions.push({ words: 'nameHoldsDomain', params: { domain: own, real } })
  }
  if (passesForDomain(domainOf(from.address), own))
    cautions.push({ words: 'looksLikeOwn', params: { domain: own, real } })
  const answered = replyTo.map(({ address }) => plainAddress(address)).filter(isAnswerable)
  const elsewhere = answered.find((address) => !isSameHouse(address, real))
  if (elsewhere !== undefined) cautions.push({ words: 'replyGoesElsewhere', params: { address: elsewhere } })
  if (sentAt !== null && sentAt > receivedAt + clockFaultMs) cautions.push({ words: 'dateInFuture', params: {} })
  return cautions
}

/** The first word of a name that is an address, though it were written in wide letters. */
function addressIn(name: string): string | null {
  const words = name
    .slice(0, 1_000)
    .normalize('NFKC')
    .split(/[\s<>()[\]"'“”‘’,;，；：]+/)
  return words.find((word) => /^[^@]+@[^@]+\.[^@.]{2,}$/.test(word)) ?? null
}

/** Whether a name has the domain in it, though it were written in wide letters. */
function isNamed(domain: string, name: string): boolean {
  const beginning = name.slice(0, 1_000).normalize('NFKC').toLowerCase()
  const words = beginning.split(/[^\p{L}\p{N}.-]+/u)
  return domain !== '' && words.some((word) => word === domain || word.endsWith(`.${domain}`))
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** One domain, or one within the other. */
function isSameHouse(one: string, other: string): boolean {
  const [a, b] = [one, other].map(domainOf)
  return a === b || `${a}`.endsWith(`.${b}`) || `${b}`.endsWith(`.${a}`)
}
