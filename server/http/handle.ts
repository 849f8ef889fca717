/** Answers one call: finds its binding, proves the session, reads the form, and turns every outcome into an answer (CONTRACT "Answers"). */
import type { Endpoint } from '../../src/contract/endpoint'
import { limits } from '../../src/contract/limits'
import type { Caller } from '../core/caller'
import { Refusal, SessionEnded, StoreAway } from '../core/refusal'
import type { Binding, Incoming, Outgoing, RawForm } from './binding'
import { bytesAnswer } from './download'
import { discardBody, FormTooLarge, readFormBody, readSmallBody } from './form'
import { type LargeForms, makeLargeForms } from './largeForms'

export type HandlerDeps = {
  readonly bindings: readonly Binding[]
  /** From the Authorization header to whoever is calling, by a ticket where one is taken. */
  readonly authenticate: (authorization: string | undefined, takesTicket?: boolean) => Promise<Caller | null>
  /** Sites beside the one served that may call; none where this is left out. */
  readonly corsOrigins?: readonly string[]
  readonly largeForms?: LargeForms
  /** Whether this person has done what must be done first; everybody, where left out. */
  readonly mayCall?: (caller: Caller, entry: Endpoint) => Promise<boolean>
  /** Told of a caller whose password the mail server no longer takes, before the answer. */
  readonly onSessionEnded?: (caller: Caller) => Promise<void>
  /** Told of every bug, with nothing in it that a mail or a person wrote. */
  readonly report: (bug: {
    readonly path: string
    readonly name: string
    readonly trace: readonly string[]
    /** Names the request that met it. */
    readonly request?: string
  }) => void
}

export type Handler = (incoming: Incoming) => Promise<Outgoing>

export function makeHandler({
  bindings,
  authenticate,
  corsOrigins = [],
  largeForms = makeLargeForms(),
  mayCall = async () => true,
  onSessionEnded,
  report,
}: HandlerDeps): Handler {
  const table = new Map(bindings.map((it) => [lineOf(it.entry), it]))
  return async (incoming) => {
    const binding = table.get(`${incoming.method} ${incoming.path}`)
    if (!binding) return jsonAnswer(404, { code: 'notFound', msg: 'errors:notFound' })
    let caller: Caller | null = null
    try {
      if (isFromElsewhere(incoming, corsOrigins) && binding.entry.body !== 'bytesOut') throw new Refusal('notAllowed')
      const { anonymous, renewal = false } = binding.entry
      caller = anonymous ? null : await authenticate(incoming.headers.authorization, renewal)
      if (!binding.entry.anonymous && (caller === null || isOfAnother(caller, incoming.headers.organization)))
        return sessionLost()
      if (caller !== null && !(await mayCall(caller, binding.entry))) throw new Refusal('factorNeeded')
      const { remoteAddress, body, headers } = incoming
      const { 'user-agent': userAgent = '', authorization = '' } = headers
      const asker = { origin: headers.origin, fetchSite: headers['sec-fetch-site'], host: headers.host }
      const circumstances = { remoteAddress, userAgent, authorization, asker, headers, body }
      const answer = await withForm({ binding, incoming, caller, largeForms }, (raw, notice = nothing) =>
        binding.answer(raw, caller, { ...circumstances, notice }),
      )
      if (answer.kind === 'bytes') return bytesAnswer(answer.download, corsOrigins)
      if (answer.kind === 'events') return { status: 200, headers: { ...plain, ...eventHeaders }, body: answer.stream }
      if (answer.kind === 'text')
        return { status: 200, headers: { ...plain, 'content-type': 'text/plain; charset=utf-8' }, body: answer.text }
      if (answer.kind === 'own')
        return { status: answer.status, headers: { ...plain, 'content-type': answer.type }, body: answer.text }
      return jsonAnswer(200, { code: answer.code, ...answer.payload })
    } catch (error) {
      // Where even this cannot be written, the next call finds the same.
      if (error instanceof SessionEnded && caller) await onSessionEnded?.(caller).catch(() => undefined)
      return refused(error, binding, incoming.requestId, report)
    }
  }
}

/**
 * Whether a page of another site asks, as its browser says (TRUST S15). No page can write this header, and where it is missing the
 * Authorization header guards alone. Bytes are let out: a picture in a mail's frame is asked for by a page without an origin.
 */
function isFromElsewhere({ headers }: Incoming, corsOrigins: readonly string[]): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  if (site === 'none' || site === 'same-origin') return false
  return headers.origin === undefined || !corsOrigins.includes(headers.origin)
}

/** As if not signed in, since a sign-in tells the browser which organization it is of (TRUST S22). */
const isOfAnother = ({ account }: Caller, claimed = '') => claimed !== '' && claimed !== account.organization

const lineOf = ({ method, path }: Endpoint) => `${method} /${path}`

const nothing = Buffer.alloc(0)

/** Answers hold mail: no cache may keep them. */
const plain = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Each event is for the browser at once: a proxy on the way must not gather them. */
const eventHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

export function jsonAnswer(
  status: number,
  payload: Readonly<Record<string, unknown>> & { readonly code: string },
  headers: Record<string, string> = {},
): Outgoing {
  return {
    status,
    headers: { ...plain, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(payload),
    code: payload.code,
  }
}

const sessionLost = () => jsonAnswer(403, { code: '403', msg: 'errors:sessionLost' })

/** The transport's own no: a form that is too large, or none, or that broke off. */
class Unreadable extends Error {
  constructor(
    readonly status: 408 | 413 | 415,
    readonly code: 'tooLarge' | 'typeRefused' | 'operationFailed',
  ) {
    super(code)
  }
}

function refused(
  error: unknown,
  binding: Binding,
  request: string | undefined,
  report: HandlerDeps['report'],
): Outgoing {
  // The rest of a body that was not read would be taken for the next call on the same line.
  if (error instanceof Unreadable)
    return jsonAnswer(error.status, { code: error.code, msg: `errors:${error.code}` }, { connection: 'close' })
  if (error instanceof Refusal) return refusal(error, binding)
  if (error instanceof SessionEnded) return sessionLost()
  if (error instanceof StoreAway) return jsonAnswer(503, { code: 'storeAway', msg: 'errors:storeAway' })
  report({ ...bugOf(error, binding.entry.path), ...(request === undefined ? {} : { request }) })
  return jsonAnswer(500, { code: 'operationFailed', msg: 'errors:operationFailed' })
}

function refusal({ code, detail }: Refusal, binding: Binding): Outgoing {
  const { retryAfter, ...payload } = detail.payload ?? {}
  const said = {
    code,
    msg: `errors:${code}`,
    ...(detail.field === undefined ? {} : { field: detail.field }),
    ...payload,
  }
  if (code === 'storeAway') return jsonAnswer(503, said)
  if (code === 'tooManyTries' && typeof retryAfter === 'number')
    return jsonAnswer(429, said, { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) })
  // A link that a browser follows must not save a refusal as the file.
  return jsonAnswer(binding.entry.body === 'bytesOut' ? 404 : 200, said)
}

/** Names the kind of error and where it arose; its message may hold what a mail says (TRUST S35). */
function bugOf(error: unknown, path: string) {
  if (!(error instanceof Error)) return { path, name: typeof error, trace: [] }
  const trace = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { path, name: error.name, trace: trace.slice(0, 12).map((line) => line.trim()) }
}

/** Bytes of a refused body that are read before it is answered. */
const mostUnread = { anonymous: 1024 * 1024, signedIn: 64 * 1024 * 1024 }

type Asked = {
  readonly binding: Binding
  readonly incoming: Incoming
  readonly caller: Caller | null
  readonly largeForms: LargeForms
}

/** `notice`: all bytes of a body that is one. */
type WithForm<T> = (raw: RawForm, notice?: Buffer) => Promise<T>

/** Reads the form and answers it. */
async function withForm<T>(asked: Asked, answer: WithForm<T>): Promise<T> {
  const { binding, incoming } = asked
  try {
    return await readAndAnswer(asked, answer)
  } catch (error) {
    const most = binding.entry.anonymous ? mostUnread.anonymous : mostUnread.signedIn
    if (error instanceof Unreadable) await discardBody(incoming.body, most)
    throw error
  }
}

async function readAndAnswer<T>({ binding, incoming, caller, largeForms }: Asked, answer: WithForm<T>): Promise<T> {
  const { entry } = binding
  if (entry.method === 'GET' || entry.body === 'bytesIn') return answer(valuesOf(incoming.query))
  if (entry.body === 'notice') return answer(valuesOf(''), await readNotice(incoming))
  const type = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined && hasNoBody(incoming)) return answer(valuesOf(''))
  if (type !== 'application/x-www-form-urlencoded') throw new Unreadable(415, 'typeRefused')
  const most = entry.formBytes ?? (entry.anonymous ? limits.anonymousFormBytes : limits.formBytes)
  const { body } = incoming
  const length = incoming.headers['content-length']
  if (Number(length ?? 0) > most) throw new Unreadable(413, 'tooLarge')
  if (body === null) return answer(valuesOf(''))
  const isSmall = most <= limits.formBytes || (length !== undefined && Number(length) <= limits.formBytes)
  try {
    if (isSmall) return await answer(await readFormBody(body, { bytes: most, fields: limits.formFields }))
    return await largeForms(body, { owner: caller?.account.id ?? '', mostBytes: most }, answer)
  } catch (error) {
    if (error instanceof FormTooLarge) throw new Unreadable(413, 'tooLarge')
    // Whoever sent it has gone, or was cut for being too slow: nobody reads the answer.
    throw body.errored ? new Unreadable(408, 'operationFailed') : error
  }
}

const mostNoticeBytes = 64 * 1024

/** Before anybody looks into it: what is signed are the bytes as they came. */
async function readNotice({ headers, body }: Incoming): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > mostNoticeBytes) throw new Unreadable(413, 'tooLarge')
  try {
    return await readSmallBody(body, mostNoticeBytes)
  } catch (error) {
    throw error instanceof FormTooLarge ? new Unreadable(413, 'tooLarge') : error
  }
}

function hasNoBody({ body, headers }: Incoming): boolean {
  return body === null || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
}

function valuesOf(encoded: string): RawForm {
  const values = new URLSearchParams(encoded)
  return (key) => values.getAll(key)
}
