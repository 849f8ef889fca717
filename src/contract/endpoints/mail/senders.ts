/** What a person decides of those who write to them: whom to block and whom to trust (SPEC §5, BEHAVIOUR §11). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, word } from '../../field'
import { limits } from '../../limits'

export const senderDecisions = ['block', 'blockDomain', 'trust'] as const
export type SenderDecision = (typeof senderDecisions)[number]

const texts = v.array(v.string())

/** Puts the senders of mails, or their domains, on the blacklist or the whitelist; where an entry stands in both, the whitelist wins. */
export const decideSenders = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/decideSenders.action',
  fields: { ids: list(limits.idsPerRequest, 200), decision: word(senderDecisions) },
  reply: v.object({
    /** Whom it is about: addresses, or `@domain`s. */
    entries: texts,
    /** What was set, for an Undo: put on the blacklist, taken off the whitelist, put on the whitelist, taken off the blacklist. */
    blocked: texts,
    distrusted: texts,
    trusted: texts,
    unblocked: texts,
    /** Entries of the other list that still concern them. */
    against: texts,
  }),
  codes: ['noMailSelected', 'notFound', 'ownSender', 'serverCannot', 'rulesChanged', 'tooLarge', 'quotaExceeded'],
})

/** Takes back what `decideSenders` and a move that remembers the sender have set. */
export const takeBackDecision = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/takeBackDecision.action',
  fields: {
    blocked: list(limits.listEntries),
    distrusted: list(limits.listEntries),
    trusted: list(limits.listEntries),
    unblocked: list(limits.listEntries),
    rules: list(limits.rules),
  },
  codes: ['serverCannot', 'rulesChanged', 'tooLarge', 'quotaExceeded'],
})
