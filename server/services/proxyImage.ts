/** Shows a remote picture without telling its sender who reads. */
import { Readable } from 'node:stream'
import type { Form } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/reading'
import type { AccountStore } from '../ports/accountStore'
import type { Clock } from '../ports/clock'
import type { ImageFetcher } from '../ports/imageFetcher'
import type { TicketStore } from '../ports/ticketStore'
import type { OutgoingFile } from './downloads'
import { ticketOwner } from './tickets'

type Parts = {
  readonly tickets: TicketStore
  readonly accounts: AccountStore
  readonly clock: Clock
  readonly imageFetcher: ImageFetcher
}

export const makeProxyImage =
  (parts: Parts) =>
  async ({ sid, url }: Form<typeof entries.proxyImage>): Promise<OutgoingFile> => {
    await ticketOwner(parts, sid)
    const { type, bytes } = await parts.imageFetcher.fetch(url)
    return { name: 'image', type, size: bytes.length, stream: Readable.from([bytes]), inline: true }
  }
