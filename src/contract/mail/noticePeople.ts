/** Whose mail is told of: by some people always, by others never. Gateway and browser share it. */
import { type Settings, textsIn } from '../settings'
import type { Address } from '../shapes'
import { addressKey } from './domainSpelling'

type People = Pick<Settings, 'alwaysPeople' | 'mutedPeople'>
type From = { readonly from: Address }

export function namesPeople({ alwaysPeople, mutedPeople }: People): boolean {
  return textsIn(alwaysPeople).length + textsIn(mutedPeople).length > 0
}

/** Without those of muted senders; `isAlways`: one of them tells in quiet hours too. */
export function withoutMuted<Mail extends From>(
  mails: readonly Mail[],
  { alwaysPeople, mutedPeople }: People,
): { readonly told: readonly Mail[]; readonly isAlways: boolean } {
  const [always, muted] = [alwaysPeople, mutedPeople].map((list) => new Set(textsIn(list).map(addressKey)))
  const told = mails.filter(({ from }) => !muted?.has(addressKey(from.address)))
  return { told, isAlways: told.some(({ from }) => always?.has(addressKey(from.address))) }
}
