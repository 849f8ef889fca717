/** Calls of one person at a house in this very process, as the HTTP layer hands them over. */
import { Readable } from 'node:stream'
import type { Handler } from '../../server/http/handle'

export type Call = (
  method: 'GET' | 'POST',
  path: string,
  form?: Readonly<Record<string, string | readonly string[]>>,
) => Promise<Readonly<Record<string, unknown>>>

export async function signInAt(handler: Handler, username: string, password: string): Promise<Call> {
  let authorization: string | undefined
  const call: Call = async (method, path, form = {}) => {
    const pairs = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    const text = new URLSearchParams(pairs).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(text.length) }
    const { status, body } = await handler({
      method,
      path: `/webmail/${path}`,
      query: method === 'GET' ? text : '',
      headers: { ...(authorization ? { authorization } : {}), ...(method === 'POST' ? type : {}) },
      body: method === 'POST' ? Readable.from([text]) : null,
      remoteAddress: '192.0.2.1',
    })
    const said: Readonly<Record<string, unknown>> = Object(JSON.parse(String(body)))
    if (status !== 200) throw new Error(`${path} answers ${status}: ${String(body).slice(0, 200)}`)
    return said
  }
  const { accessToken } = await call('POST', 'login/loginService.action', { username, password, timezone: 'UTC' })
  authorization = `Bearer ${accessToken}`
  return call
}
