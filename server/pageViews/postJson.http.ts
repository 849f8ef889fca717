/** Posts JSON to the service that the operator has named: one try, nothing read of the answer but its head. */
import { type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as secure } from 'node:https'

export type PostOptions = { readonly timeoutMs?: number }

export type Posted = { readonly status: number; readonly headers: IncomingHttpHeaders }

/** What every report carries in place of a browser's name: a person's own would tell people apart (docs/decisions/0020). */
export const userAgent = 'EPMail'

/** Rejects where no answer comes in time. */
export function postJson(url: URL, payload: unknown, { timeoutMs = 5_000 }: PostOptions = {}): Promise<Posted> {
  const body = JSON.stringify(payload)
  const request = url.protocol === 'https:' ? secure : plain
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': userAgent,
      },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
    })
    asked.once('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      answer.destroy()
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

/** The service has answered and not taken what was reported. */
export class ReportRefused extends Error {
  override readonly name = 'ReportRefused'
}

export function isTaken({ status }: Posted): boolean {
  return status >= 200 && status < 300
}
