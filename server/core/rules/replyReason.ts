/** For what somebody was answered automatically: with another text it is another answer, and the same person may get it. */
import { createHash } from 'node:crypto'
import type { AwayReply } from './rules'

export function replyReason(of: 'away' | `rule-${string}`, ...texts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  return `${of}-${hash}`
}

/** One for all: who becomes a contact meanwhile gets no second answer. */
export function awayReason({ subject, text, contactText, colleagueText, from, until }: AwayReply): string {
  return replyReason(
    'away',
    subject,
    text,
    String(from),
    String(until),
    ...(contactText === undefined ? [] : [contactText]),
    ...(colleagueText === undefined ? [] : ['colleagues', colleagueText]),
  )
}
