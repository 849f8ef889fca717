/** The Message-ID of what is sent here: the journal's entry at the sender's domain, so that one leads to the other. */
import { domainOf } from './emailAddress'

export function messageIdOf(entryId: string, from: string): string {
  return `<${entryId}@${domainOf(from)}>`
}

const ownId = /^<([^<>@\s]{1,100})@[^<>@\s]+>$/

/** The entry that a Message-ID would lead to; whose it is, and whether there is one, the journal tells. */
export function entryIdIn(messageId: string | null): string | null {
  return ownId.exec(messageId ?? '')?.[1] ?? null
}
