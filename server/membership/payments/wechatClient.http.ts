/** Calls of WeChat Pay's API v3: what is asked is signed, and what is not signed is not believed. */

import type { KeyObject } from 'node:crypto'
import { createDecipheriv, createVerify, randomBytes, sign, X509Certificate } from 'node:crypto'
import * as v from 'valibot'
import type { Clock } from '../../kit/clock'
import { PaymentAway } from './paymentProvider.port'

export type WechatAccount = {
  readonly merchantId: string
  readonly appId: string
  /** Of the merchant's own certificate, in hexadecimal digits. */
  readonly serial: string
  readonly privateKey: KeyObject
  /** The API v3 key: 32 bytes. */
  readonly apiKey: string
  /** WeChat's public key with its id; null where its certificates are fetched instead. */
  readonly publicKey: { readonly id: string; readonly key: KeyObject } | null
  /** Begins every address of a call. */
  readonly url: string
}

type Signed = { readonly headers: (name: string) => string | undefined; readonly body: string }

export type WechatClient = {
  /** Throws `PaymentAway` where nobody answers, or where the answer cannot be believed. */
  readonly ask: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly json: unknown }>
  /** Why it is not believed, in one word; null where it is. */
  readonly doubt: (signed: Signed) => Promise<string | null>
  /** Null where it was not sealed with the API v3 key. */
  readonly unseal: (sealed: Sealed) => string | null
}

/** Milliseconds that an answer or a notice may differ from our clock. */
const mostSkewMs = 5 * 60_000
const patienceMs = 10_000
/** Between two fetches of certificates, however many notices name an unknown serial. */
const fetchEveryMs = { fetched: 10 * 60_000, failed: 30_000 }

export const sealed = v.object({
  algorithm: v.literal('AEAD_AES_256_GCM'),
  nonce: v.string(),
  associated_data: v.optional(v.string(), ''),
  ciphertext: v.string(),
})
type Sealed = v.InferOutput<typeof sealed>

const certificates = v.object({
  data: v.array(v.object({ serial_no: v.string(), encrypt_certificate: sealed })),
})

const tagBytes = 16

export function makeWechatClient(account: WechatAccount, clock: Clock): WechatClient {
  const send = makeSend(account, clock)
  const unseal = makeUnseal(account)
  const keyOf = makeKeyFinder(account, { send, unseal, clock })

  async function doubt(signed: Signed): Promise<string | null> {
    const id = signed.headers('wechatpay-serial')
    const key = id === undefined ? null : await keyOf(id)
    return doubtOf(signed, () => key, clock)
  }

  return {
    unseal,
    doubt,
    ask: async (method, path, body) => {
      const answer = await send(method, path, body === undefined ? '' : JSON.stringify(body))
      if ((await doubt(answer)) !== null) throw new PaymentAway()
      return { status: answer.status, json: answer.body === '' ? null : parseJson(answer.body) }
    },
  }
}

const makeUnseal =
  ({ apiKey }: WechatAccount): WechatClient['unseal'] =>
  ({ nonce, associated_data: extra, ciphertext }) => {
    const bytes = Buffer.from(ciphertext, 'base64')
    if (bytes.length <= tagBytes) return null
    try {
      const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(-tagBytes)).setAAD(Buffer.from(extra))
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }

type Send = (method: 'GET' | 'POST', path: string, body: string) => Promise<Signed & { readonly status: number }>

const makeSend =
  ({ merchantId, serial, privateKey, publicKey, url }: WechatAccount, clock: Clock): Send =>
  async (method, path, body) => {
    const [timestamp, nonce] = [String(Math.floor(clock.now() / 1_000)), randomBytes(16).toString('hex')]
    const message = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`
    const signature = sign('RSA-SHA256', Buffer.from(message), privateKey).toString('base64')
    const said = { mchid: merchantId, nonce_str: nonce, signature, timestamp, serial_no: serial }
    const pairs = Object.entries(said).map(([name, value]) => `${name}="${value}"`)
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          accept: 'application/json',
          'user-agent': 'ep-mail',
          authorization: `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`,
          ...(publicKey !== null && { 'wechatpay-serial': publicKey.id }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body }),
      })
      const headers = (name: string) => answer.headers.get(name) ?? undefined
      return { status: answer.status, headers, body: await answer.text() }
    } catch {
      throw new PaymentAway()
    }
  }

type FinderDeps = { readonly send: Send; readonly unseal: WechatClient['unseal']; readonly clock: Clock }

/** The key of a serial: the public key that is configured, or a certificate that is fetched. */
function makeKeyFinder({ publicKey }: WechatAccount, { send, unseal, clock }: FinderDeps) {
  let fetched: ReadonlyMap<string, KeyObject> = new Map()
  let nextFetchAt = 0
  let fetching: Promise<void> | null = null

  /** What is sealed with our own key proves itself; one of them must have signed the answer. */
  async function fetchCertificates(): Promise<void> {
    const answer = await send('GET', '/v3/certificates', '')
    const read = answer.status === 200 ? v.safeParse(certificates, parseJson(answer.body)) : null
    if (!read?.success) return
    const found = new Map<string, KeyObject>()
    for (const { serial_no, encrypt_certificate } of read.output.data) {
      const certificate = certificateOf(unseal(encrypt_certificate))
      if (certificate === null || Date.parse(certificate.validTo) < clock.now()) continue
      if (certificate.serialNumber === serial_no.toUpperCase()) found.set(serial_no, certificate.publicKey)
    }
    if (doubtOf(answer, (id) => found.get(id) ?? null, clock) !== null) return
    fetched = found
    nextFetchAt = clock.now() + fetchEveryMs.fetched
  }

  return async (id: string): Promise<KeyObject | null> => {
    if (id === publicKey?.id) return publicKey.key
    const known = fetched.get(id)
    // The id of a public key is no certificate's.
    if (known !== undefined || id.startsWith('PUB_KEY_ID_')) return known ?? null
    if (fetching === null && clock.now() >= nextFetchAt) {
      nextFetchAt = clock.now() + fetchEveryMs.failed
      fetching = fetchCertificates().finally(() => {
        fetching = null
      })
    }
    await fetching
    return fetched.get(id) ?? null
  }
}

/** `find`: the key of a serial. */
function doubtOf({ headers, body }: Signed, find: (id: string) => KeyObject | null, clock: Clock): string | null {
  const [id, timestamp, nonce, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map((name) =>
    headers(`wechatpay-${name}`),
  )
  if (id === undefined || timestamp === undefined || nonce === undefined || signature === undefined) return 'unsigned'
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(clock.now() - Number(timestamp) * 1_000) > mostSkewMs) return 'stale'
  const key = find(id)
  if (key === null) return 'unknownKey'
  const verify = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`)
  return verify.verify(key, signature, 'base64') ? null : 'wrongSignature'
}

function certificateOf(pem: string | null): X509Certificate | null {
  try {
    return pem === null ? null : new X509Certificate(pem)
  } catch {
    return null
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
