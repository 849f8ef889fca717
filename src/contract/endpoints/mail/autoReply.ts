/** The automatic reply while a person is away (SPEC §5): once a day to each sender. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, optional, text } from '../../field'

const autoReply = v.object({
  isOn: v.boolean(),
  text: v.string(),
  /** What contacts are told instead; empty where they are told the same. */
  contactText: v.string(),
  /** What colleagues are told instead; empty too while the organization has no such text. */
  colleagueText: v.string(),
  hasColleagues: v.boolean(),
  /** Days of `zone`, `YYYY-MM-DD`, both included; empty without such an end. */
  firstDay: v.string(),
  lastDay: v.string(),
  /** IANA name. */
  zone: v.string(),
  /** Whether it answers at this moment. */
  isActive: v.boolean(),
  /** False where a mail server answers, which does not know the contacts. */
  knowsContacts: v.boolean(),
})

export const readAutoReply = endpoint({
  method: 'POST',
  path: 'webmail/settings/autoReply.action',
  reply: autoReply,
  codes: ['serverCannot'],
})

export const saveAutoReply = endpoint({
  method: 'POST',
  path: 'webmail/settings/saveAutoReply.action',
  fields: {
    isOn: flag(),
    text: text(2_000),
    contactText: text(2_000),
    /** Left out, it stays. */
    colleagueText: optional(text(2_000)),
    firstDay: text(20),
    lastDay: text(20),
    zone: text(100),
  },
  reply: autoReply,
  codes: [
    ...['autoReplyEmpty', 'autoReplyTooLong', 'periodReversed', 'answeredElsewhere'],
    ...['serverCannot', 'rulesChanged', 'quotaExceeded'],
  ] as const,
})

/** Ends it at once and leaves what was written. */
export const endAutoReply = endpoint({
  method: 'POST',
  path: 'webmail/settings/endAutoReply.action',
  reply: autoReply,
  codes: ['serverCannot', 'rulesChanged', 'quotaExceeded'],
})
