/** Shows a remote picture without telling its sender who reads. */
import { Readable } from 'node:stream'
import type { Form } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import type { OutgoingFile } from '../../core/outgoingFile'
import { type TicketChecks, ticketOwner } from '../../session/tickets/tickets'
import type { ImageFetcher } from './imageFetcher.port'

type Deps = TicketChecks & { readonly imageFetcher: ImageFetcher }

export const makeProxyImage =
  (deps: Deps) =>
  async ({ sid, url }: Form<typeof entries.proxyImage>): Promise<OutgoingFile> => {
    await ticketOwner(deps, sid)
    const { type, bytes } = await deps.imageFetcher.fetch(url)
    return { name: 'image', type, size: bytes.length, stream: Readable.from([bytes]), inline: true }
  }
