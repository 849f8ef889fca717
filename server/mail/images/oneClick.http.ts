/** One POST to a public address by HTTPS, pinned to what was checked: no cookies, no redirects, nothing read of the answer (TRUST S23). */
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { Refusal } from '../../core/refusal'
import { fetchableUrl } from '../../kit/network/publicAddress'
import type { OneClick } from '../read/oneClick.port'
import { checkedAddress, resolveAll } from './imageFetcher.http'

export type PostTo = (url: URL, address: string, body: string, signal: AbortSignal) => Promise<IncomingMessage>

export type OneClickOptions = {
  /** Every address of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Posts to a URL at exactly this address. */
  readonly postTo?: PostTo
  readonly timeoutMs?: number
}

const body = 'List-Unsubscribe=One-Click'

export function makeOneClick({
  resolve = resolveAll,
  postTo = post,
  timeoutMs = 10_000,
}: OneClickOptions = {}): OneClick {
  return {
    post: async (text) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const url = fetchableUrl(text)
        if (url?.protocol !== 'https:' || url.port !== '') throw new Refusal('unsubscribeFailed')
        const address = await Promise.race([checkedAddress(url, resolve), aborted(signal)])
        const response = await Promise.race([postTo(url, address, body, signal), aborted(signal)])
        const status = response.statusCode ?? 0
        response.destroy()
        if (status < 200 || status >= 300) throw new Refusal('unsubscribeFailed')
      } catch {
        // Whatever went wrong out there: what it was would tell of the network within.
        throw new Refusal('unsubscribeFailed')
      }
    },
  }
}

/** Connects to the checked address alone: the name is looked up no second time. */
export const post: PostTo = (url, address, text, signal) =>
  new Promise((resolve, reject) => {
    const asked = request({
      method: 'POST',
      host: address,
      port: url.port || 443,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(text)),
      },
      signal,
      agent: false,
      ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
    })
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.end(text)
  })

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Refusal('unsubscribeFailed')), { once: true })
  })
}
