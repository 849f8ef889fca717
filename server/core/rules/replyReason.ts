/** For what somebody was answered automatically: with another text it is another answer, and the same person may get it. */
import { createHash } from 'node:crypto'

export function replyReason(of: 'away' | `rule-${string}`, ...texts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  return `${of}-${hash}`
}
