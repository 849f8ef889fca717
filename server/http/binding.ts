/** Joins an entry of the contract to its use case. Knows no socket and no framework, so that tests and mocks run the same code. */
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { type Endpoint, type Form, type Reply, readForm } from '../../src/contract/endpoint'
import type { Caller } from '../core/caller'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import type { Asker } from './ownPage'

/** A call as it came in. Header names are in lower case. */
export type Incoming = {
  readonly method: string
  /** With its leading slash and without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Readable | null
  readonly remoteAddress: string
  /** Names this request in the log. */
  readonly requestId?: string
}

export type Outgoing = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Readable
  /** The code within the answer, where there is one: for the log. */
  readonly code?: string
}

export type Answer =
  | { readonly kind: 'json'; readonly code: string; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly download: OutgoingFile }
  | { readonly kind: 'events'; readonly stream: Readable }
  | { readonly kind: 'own'; readonly status: number; readonly type: string; readonly text: string }

type OwnAnswer = Omit<Extract<Answer, { kind: 'own' }>, 'kind'>

/** What a use case may know of the call beside its form. */
export type Circumstances = {
  readonly remoteAddress: string
  /** The headers as they came, or the empty text. */
  readonly userAgent: string
  readonly authorization: string
  /** Which page asks, as its browser says. */
  readonly asker: Asker
  readonly headers: Incoming['headers']
  readonly body: Readable | null
  /** Of a notice, all of it; empty else. */
  readonly notice: Buffer
}

export type RawForm = (key: string) => readonly string[]

export type Binding = {
  readonly entry: Endpoint
  /** `caller` is null for anonymous entries alone. Throws `Refusal`. */
  readonly answer: (raw: RawForm, caller: Caller | null, circumstances: Circumstances) => Promise<Answer>
}

type Options = {
  /** The code of a success, where it is not `200`. */
  readonly success?: '000' | '200'
}

/** A call that needs a session and answers JSON. */
export function on<E extends Endpoint>(
  entry: E,
  useCase: (form: Form<E>, caller: Caller, circumstances: Circumstances) => Promise<Reply<E>>,
  options: Options = {},
): Binding {
  return bind(entry, ['json'], false, async (form, caller, circumstances) =>
    json(entry, await useCase(form, present(caller), circumstances), options),
  )
}

/** A call that anyone may make; `remoteAddress` is for counting tries. */
export function onAnonymous<E extends Endpoint>(
  entry: E,
  useCase: (form: Form<E>, circumstances: Circumstances) => Promise<Reply<E>>,
  options: Options = {},
): Binding {
  return bind(entry, ['json'], true, async (form, _, circumstances) =>
    json(entry, await useCase(form, circumstances), options),
  )
}

/** A call that takes raw bytes and answers JSON. */
export function onBytes<E extends Endpoint>(
  entry: E,
  useCase: (form: Form<E>, caller: Caller, bytes: Readable) => Promise<Reply<E>>,
): Binding {
  return bind(entry, ['bytesIn'], false, async (form, caller, { body }) => {
    if (body === null) throw new Refusal('badField')
    return json(entry, await useCase(form, present(caller), body), {})
  })
}

/** A call that answers bytes; a ticket in its form names the user, where they are one's. */
export function onDownload<E extends Endpoint>(
  entry: E,
  useCase: (form: Form<E>, circumstances: Circumstances) => Promise<OutgoingFile>,
): Binding {
  return bind(entry, ['bytesOut'], true, async (form, _, circumstances) => ({
    kind: 'bytes',
    download: await useCase(form, circumstances),
  }))
}

/** A call that answers a bare word. */
export function onText<E extends Endpoint>(
  entry: E,
  useCase: (form: Form<E>, caller: Caller) => Promise<string>,
): Binding {
  return bind(entry, ['text'], false, async (form, caller) => ({
    kind: 'text',
    text: await useCase(form, present(caller)),
  }))
}

/** Signed bytes of another service, answered in its own form. */
export function onNotice(
  entry: Endpoint,
  useCase: (notice: { readonly headers: Incoming['headers']; readonly body: Buffer }) => Promise<OwnAnswer>,
): Binding {
  return bind(entry, ['notice'], true, async (_form, _caller, { headers, notice }) => ({
    kind: 'own',
    ...(await useCase({ headers, body: notice })),
  }))
}

/** A call that is answered by events for as long as both sides want. */
export function onEvents<E extends Endpoint>(
  entry: E,
  useCase: (form: Form<E>, caller: Caller) => Promise<Readable>,
): Binding {
  return bind(entry, ['events'], false, async (form, caller) => ({
    kind: 'events',
    stream: await useCase(form, present(caller)),
  }))
}

function bind<E extends Endpoint>(
  entry: E,
  bodies: readonly Endpoint['body'][],
  anonymous: boolean,
  run: (form: Form<E>, caller: Caller | null, circumstances: Circumstances) => Promise<Answer>,
): Binding {
  // An entry that asks for a session must never be bound without one, nor the other way about.
  if (entry.anonymous !== anonymous || !bodies.includes(entry.body)) throw new Error(`${entry.path} is bound wrongly`)
  return {
    entry,
    answer: async (raw, caller, circumstances) => {
      const read = readForm(entry, raw)
      if ('fault' in read) throw new Refusal('badField', { field: read.fault })
      return run(read.form, caller, circumstances)
    },
  }
}

function present(caller: Caller | null): Caller {
  if (caller === null) throw new Error('A call that needs a session came without one')
  return caller
}

/** Keeps what the entry promises and nothing else: what a use case says beyond it never leaves the house. */
function json(entry: Endpoint, reply: unknown, options: Options): Answer {
  const result = v.safeParse(v.pipe(entry.reply, v.record(v.string(), v.unknown())), reply)
  if (!result.success) throw new Error(`The reply of ${entry.path} is not what the contract says`)
  return { kind: 'json', code: options.success ?? '200', payload: result.output }
}
