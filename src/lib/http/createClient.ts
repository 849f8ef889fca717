/** The one client of the gateway: form-encoded bodies, the two headers, and every answer an `Outcome`. It knows no store and no page. */
import axios, { type AxiosProgressEvent, type AxiosResponse } from 'axios'
// The package's own entry brings its parser along, which only servers need.
import stringify from 'qs/lib/stringify.js'
import * as v from 'valibot'
import { type Call, type Endpoint, type Reply, writeForm } from '../../contract/endpoint'
import type { CallGateway, CallOptions, Failure, LinkTo, Outcome, SendBytes } from './outcome'
import { readFailure } from './readFailure'

export type ClientConfig = {
  /** Origin of the gateway; empty means the page's own. */
  readonly baseUrl: string
  /** What stands in `Authorization`, or null; a renewal ticket first, where one is taken. */
  readonly getToken: (takesTicket?: boolean) => string | null
  /** The organization's code, or null. */
  readonly getOrganization: () => string | null
  /** The gateway no longer knows a session that was stored. */
  readonly onSessionLost: () => void
}

export type Client = { readonly call: CallGateway; readonly sendBytes: SendBytes; readonly linkTo: LinkTo }

/** Milliseconds without an answer before a call counts as unanswered; longer where many bytes go up. */
const patience = { ordinary: 30_000, bytes: 120_000 }

const form = 'application/x-www-form-urlencoded;charset=UTF-8'

export function createClient({ baseUrl, getToken, getOrganization, onSessionLost }: ClientConfig): Client {
  const http = axios.create({ validateStatus: () => true, withCredentials: true, responseType: 'text' })
  const root = baseUrl.replace(/\/+$/, '')

  function addressOf(entry: Endpoint, query: string): string {
    return `${root}/${entry.path}${query === '' ? '' : `?${query}`}`
  }

  async function send<E extends Endpoint>(
    entry: E,
    call: Call<E>,
    options: CallOptions & { readonly bytes?: Blob; readonly onProgress?: (sent: number) => void },
  ): Promise<Outcome<Reply<E>>> {
    const text = stringify(writeForm(entry, call), { arrayFormat: 'repeat' })
    const inQuery = entry.method === 'GET' || options.bytes !== undefined
    const token = getToken(entry.renewal)
    const organization = getOrganization()
    const isLong = options.bytes !== undefined || entry.formBytes !== undefined
    let answer: AxiosResponse<string>
    try {
      answer = await http.request<string>({
        method: entry.method,
        url: addressOf(entry, inQuery ? text : ''),
        data: inQuery ? options.bytes : text,
        timeout: isLong ? patience.bytes : patience.ordinary,
        headers: {
          ...(entry.method === 'GET' ? {} : { 'Content-Type': options.bytes ? 'application/octet-stream' : form }),
          ...(token === null ? {} : { Authorization: token }),
          ...(organization === null ? {} : { Organization: organization }),
        },
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        ...(options.onProgress === undefined
          ? {}
          : { onUploadProgress: (event: AxiosProgressEvent) => options.onProgress?.(event.loaded) }),
      })
    } catch (error) {
      return { ok: false, code: axios.isCancel(error) ? 'cancelled' : 'unreachable', payload: {} }
    }
    return readAnswer(entry, answer, token)
  }

  function readAnswer<E extends Endpoint>(
    entry: E,
    answer: AxiosResponse<string>,
    token: string | null,
  ): Outcome<Reply<E>> {
    const body = entry.body === 'text' && answer.status < 300 ? { code: '200' } : parse(answer.data)
    const failure: Failure | null = readFailure(answer.status, answer.data, body)
    if (failure === null) {
      const reply = v.safeParse(entry.reply, body)
      // The reply's schema is what `Reply<E>` is inferred from.
      return reply.success
        ? { ok: true, value: reply.output as Reply<E> }
        : { ok: false, code: 'badReply', payload: {} }
    }
    // A late answer to a former token says nothing about the present session.
    if (failure.code === 'sessionLost' && token !== null && token === getToken()) onSessionLost()
    return failure
  }

  return {
    call: (entry, call, options = {}) => send(entry, call, options),
    sendBytes: (entry, call, bytes, options) => send(entry, call, { ...options, bytes }),
    linkTo: (entry, call) => addressOf(entry, stringify(writeForm(entry, call), { arrayFormat: 'repeat' })),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
