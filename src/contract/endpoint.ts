/** One entry per call: from it the client's function, the gateway's route and the test mocks are made (docs/contract.md). */
import * as v from 'valibot'
import type { RefusalCode } from './codes'
import type { Field, FieldValue } from './field'

/** The fields of a form by key. */
export type Fields = Readonly<Record<string, Field<unknown>>>

export type ReplySchema = v.GenericSchema<unknown, unknown>

export type Endpoint<F extends Fields = Fields, R extends ReplySchema = ReplySchema> = {
  readonly method: 'GET' | 'POST'
  /** Below the server's root, always beginning with `webmail/`. */
  readonly path: string
  readonly fields: F
  /** The payload beside `code`. */
  readonly reply: R
  /** The refusals that this call can answer, beyond those every call can (`badField`, `storeAway`, `operationFailed`). */
  readonly codes: readonly RefusalCode[]
  /** Needs no session. */
  readonly anonymous: boolean
  /** A renewal ticket opens it as well as a session (CONTRACT "Tiers"). */
  readonly renewal?: true
  /** Most bytes that its form may have; the ordinary limit when absent. */
  readonly formBytes?: number
  /**
   * What crosses the wire: a form and a JSON answer, raw bytes in, bytes out, a bare word, events
   * without end, or signed bytes that are answered as their sender wants.
   */
  readonly body: 'json' | 'bytesIn' | 'bytesOut' | 'text' | 'events' | 'notice'
}

/** What a use case gets. */
export type Form<E> = E extends Endpoint<infer F, infer _R> ? { readonly [K in keyof F]: FieldValue<F[K]> } : never

type OmittableKeys<F extends Fields> = { [K in keyof F]: F[K] extends { readonly mayOmit: true } ? K : never }[keyof F]

/** What a caller gives: fields with a default, optional fields and lists may be left out. */
export type Call<E> =
  E extends Endpoint<infer F, infer _R>
    ? { readonly [K in Exclude<keyof F, OmittableKeys<F>>]: FieldValue<F[K]> } & {
        readonly [K in OmittableKeys<F>]?: FieldValue<F[K]>
      }
    : never

/** The payload of a success. */
export type Reply<E> = E extends Endpoint<infer _F, infer R> ? v.InferOutput<R> : never

type Entry<F extends Fields, R extends ReplySchema> = {
  readonly method: 'GET' | 'POST'
  readonly path: `webmail/${string}`
  readonly fields?: F
  readonly reply?: R
  readonly codes?: readonly RefusalCode[]
  readonly anonymous?: boolean
  readonly renewal?: true
  readonly formBytes?: number
  readonly body?: Endpoint['body']
}

const nothing = /* @__PURE__ */ v.object({})

/** Makes one entry of the table. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const F extends Fields = Record<never, never>, const R extends ReplySchema = typeof nothing>(
  entry: Entry<F, R>,
): Endpoint<F, R> {
  return {
    method: entry.method,
    path: entry.path,
    // The defaults are exactly what F and R default to when the key is absent.
    fields: entry.fields ?? ({} as F),
    reply: entry.reply ?? (nothing as ReplySchema as R),
    codes: entry.codes ?? [],
    anonymous: entry.anonymous ?? false,
    body: entry.body ?? 'json',
    ...(entry.renewal && { renewal: entry.renewal }),
    ...(entry.formBytes === undefined ? {} : { formBytes: entry.formBytes }),
  }
}

/** Reads a raw form by an entry: the typed fields, or the key of the first field at fault. Unknown keys are ignored. */
export function readForm<E extends Endpoint>(
  entry: E,
  raw: (key: string) => readonly string[],
): { readonly form: Form<E> } | { readonly fault: string } {
  const form: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(entry.fields)) {
    const result = field.read(raw(key))
    if (!result.success) return { fault: key }
    form[key] = result.output
  }
  // Every key of the entry's fields was read just above by that field.
  return { form: form as Form<E> }
}

/** Writes a call's fields as form keys with their raw values; what is left out is not written. */
export function writeForm<E extends Endpoint>(entry: E, call: Call<E>): Record<string, readonly string[]> {
  const given: Readonly<Record<string, unknown>> = call
  const raw: Record<string, readonly string[]> = {}
  for (const [key, field] of Object.entries(entry.fields)) {
    const value = given[key]
    if (value === undefined) continue
    const values = field.write(value)
    if (values.length > 0) raw[key] = values
  }
  return raw
}
