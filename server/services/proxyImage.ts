/** Shows a remote picture without telling its sender who reads. */
import { Readable } from 'node:stream'
import type { Form } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/reading'
import type { ImageFetcher } from '../ports/imageFetcher'
import type { OutgoingFile } from './downloads'
import { type TicketChecks, ticketOwner } from './tickets'

type Parts = TicketChecks & { readonly imageFetcher: ImageFetcher }

export const makeProxyImage =
  (parts: Parts) =>
  async ({ sid, url }: Form<typeof entries.proxyImage>): Promise<OutgoingFile> => {
    await ticketOwner(parts, sid)
    const { type, bytes } = await parts.imageFetcher.fetch(url)
    return { name: 'image', type, size: bytes.length, stream: Readable.from([bytes]), inline: true }
  }
