/** From an answer to the closed list of codes (CONTRACT "Answers"). */
import * as v from 'valibot'
import { isRefusal, isSuccess } from '../../contract/codes'
import type { Failure } from './outcome'

const envelope = v.object({
  code: v.optional(v.union([v.string(), v.number()])),
  /** An older back end's name for the code; it goes before. */
  errorCode: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  field: v.optional(v.string()),
})

function byStatus(status: number): Failure['code'] {
  if (status === 413) return 'tooLarge'
  if (status === 415) return 'typeRefused'
  if (status === 429) return 'tooManyTries'
  if (status === 503) return 'storeAway'
  if (status >= 500) return 'serverError'
  return 'badReply'
}

/** Null when the answer is a success. `body` is the parsed JSON, or null when it was none. */
export function readFailure(status: number, text: string, body: unknown): Failure | null {
  if (status === 403 || text.trim() === 'data' || body === 'data')
    return { ok: false, code: 'sessionLost', payload: {} }
  const said = v.safeParse(envelope, body)
  if (!said.success) return { ok: false, code: byStatus(status), payload: {} }
  const { errorCode, code, field } = said.output
  const word = String(errorCode ?? code ?? '')
  if (status < 400 && isSuccess(word)) return null
  const payload = v.parse(v.record(v.string(), v.unknown()), body)
  const known = isRefusal(word) ? word : byStatus(status)
  return { ok: false, code: known, payload, ...(field === undefined ? {} : { field }) }
}
