/** Speaks the wire by hand to a gateway of a test: raw forms out, raw answers back. */
import { Readable } from 'node:stream'
import { bytesOf, type TestGateway, testPassword } from './gateway'

export type RawValues = Readonly<Record<string, string | number | readonly string[]>>
export type Signed = { readonly token: string }
type Extras = {
  readonly session?: Signed
  readonly headers?: Readonly<Record<string, string>>
  readonly remoteAddress?: string
}

export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly bytes: Buffer
  /** The JSON object of the answer; empty where it is none. */
  readonly json: Readonly<Record<string, unknown>>
}

export function formText(values: RawValues): string {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    for (const one of typeof value === 'object' ? value : [String(value)]) form.append(key, one)
  return form.toString()
}

export function makeCalls(gateway: TestGateway) {
  async function ask(method: 'GET' | 'POST', path: string, form: string, extras: Extras): Promise<Answered> {
    const { session, remoteAddress = '192.0.2.1' } = extras
    const outgoing = await gateway.handle({
      method,
      path: `/webmail/${path}`,
      remoteAddress,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(session ? { authorization: `Bearer ${session.token}` } : {}),
        ...extras.headers,
      },
      ...(method === 'GET' ? { query: form } : { body: Readable.from([Buffer.from(form)]) }),
    })
    const bytes = typeof outgoing.body === 'string' ? Buffer.from(outgoing.body) : await bytesOf(outgoing.body)
    const text = bytes.toString('utf8')
    const isJson = outgoing.headers['content-type']?.startsWith('application/json') ?? false
    return { status: outgoing.status, headers: outgoing.headers, bytes, text, json: isJson ? JSON.parse(text) : {} }
  }

  const post = (path: string, values: RawValues = {}, extras: Extras = {}) =>
    ask('POST', path, formText(values), extras)
  const get = (path: string, values: RawValues = {}, extras: Extras = {}) => ask('GET', path, formText(values), extras)

  return {
    post,
    get,
    /** A POST whose form is written out by the test. */
    postText: (path: string, form: string, extras: Extras = {}) => ask('POST', path, form, extras),
    signIn: async (username: string, timezone = 'Asia/Shanghai'): Promise<Signed> => {
      const { json } = await post('login/loginService.action', { username, password: testPassword, timezone, stay: 1 })
      if (json.code !== '000') throw new Error(`${username} cannot sign in: ${String(json.code)}`)
      return { token: String(json.accessToken) }
    },
  }
}
