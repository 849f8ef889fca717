/** Fetches pictures by HTTP: each hop resolved once, every address of it public, and the line pinned to what was checked. */
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { Refusal } from '../../core/refusal'
import { fetchableUrl, isPublicAddress } from '../../kit/network/publicAddress'
import { pictureType } from '../../kit/pictures/pictureType'
import type { FetchedImage, ImageFetcher } from './imageFetcher.port'

export type Connect = (url: URL, address: string, signal: AbortSignal) => Promise<IncomingMessage>

export type ImageFetcherOptions = {
  /** Every address of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Asks for a URL at exactly this address. */
  readonly connect?: Connect
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

const mostRedirects = 3

export function makeImageFetcher(options: ImageFetcherOptions = {}): ImageFetcher {
  const { resolve = resolveAll, connect = connectTo, timeoutMs = 5_000, maxBytes = 10 * 1024 * 1024 } = options
  return {
    fetch: async (text) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await Promise.race([follow(text, 0), aborted(signal)])
      } catch (error) {
        // Whatever went wrong out there is the picture's fault; what it was would tell of the network within.
        throw error instanceof Refusal ? error : new Refusal('imageRefused')
      }

      async function follow(target: string, redirects: number): Promise<FetchedImage> {
        const url = fetchableUrl(target)
        if (!url || redirects > mostRedirects) throw new Refusal('imageRefused')
        const response = await connect(url, await checkedAddress(url, resolve), signal)
        const status = response.statusCode ?? 0
        const { location } = response.headers
        if (status >= 300 && status < 400 && location !== undefined) {
          response.destroy()
          return follow(new URL(location, url).href, redirects + 1)
        }
        if (status === 200) return readPicture(response, maxBytes)
        response.destroy()
        throw new Refusal('imageRefused')
      }
    },
  }
}

/** One address of the host, all of whose addresses are public. */
export async function checkedAddress(url: URL, resolve: (host: string) => Promise<readonly string[]>): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  const [first] = addresses
  if (first === undefined || !addresses.every(isPublicAddress)) throw new Refusal('imageRefused')
  return first
}

export async function resolveAll(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map((it) => it.address)
}

/** No cookies, no referrer, and nothing that names the reader. */
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/bmp',
  'accept-encoding': 'identity',
}

/** Connects to the checked address alone: the name is looked up no second time (TRUST S23). */
export const connectTo: Connect = (url, address, signal) =>
  new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:'
    const request = (secure ? requestSecure : requestPlain)({
      host: address,
      port: url.port || (secure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      signal,
      agent: false,
      ...(secure && !isIP(url.hostname) ? { servername: url.hostname } : {}),
    })
    request.once('response', resolve)
    request.once('error', reject)
    request.end()
  })

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Refusal('imageRefused')), { once: true })
  })
}

async function readPicture(response: IncomingMessage, maxBytes: number): Promise<FetchedImage> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes: Buffer = chunk
    size += bytes.length
    // Leaving the loop ends the line.
    if (size > maxBytes) throw new Refusal('imageRefused')
    chunks.push(bytes)
  }
  const bytes = Buffer.concat(chunks)
  const type = pictureType(bytes)
  if (type === null) throw new Refusal('imageRefused')
  return { type, bytes }
}
