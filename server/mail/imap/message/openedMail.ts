/** One mail: opened, one of its parts, or its bytes. Nothing here marks it as seen. */
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FetchMessageObject } from 'imapflow'
import type { Account } from '#server/core/account'
import type { MailId, ParsedMail } from '#server/core/mail'
import { decoding } from '#server/mime/read/transferDecoding'
import { tnefHolder } from '#server/mime/tnef/tnefHolder'
import type { MailStore, OpenedMail, PartStream } from '../../mail.store'
import type { PartReader } from '../../mimeReader.port'
import type { ImapContext } from '../context'
import { summaryOf } from '../list/summaries'
import type { Folders, Mailbox } from '../operations'
import { decodedSize } from './bodyParts'
import { type MailPlace, streamOf } from './chunks'
import { receiptIn } from './keywords'
import { leafOf, type PartialMessage, partialMessageOf, withSizes } from './partialMessage'

/** Bytes up to which a mail is fetched whole. */
const wholeMost = 1024 * 1024

type Located = MailPlace & { readonly mailbox: Mailbox }
type Known = Pick<FetchMessageObject, 'flags' | 'internalDate' | 'size'> & { readonly receipt: OpenedMail['receipt'] }
type Fetched =
  | { readonly kind: 'whole'; readonly known: Known; readonly bytes: Buffer }
  /** Large, and its structure could not be had: the beginning alone. */
  | { readonly kind: 'cut'; readonly known: Known; readonly bytes: Buffer }
  | ({ readonly kind: 'large'; readonly known: Known } & PartialMessage)

export async function openMail(
  context: ImapContext,
  folders: Folders,
  account: Account,
  id: MailId,
): Promise<OpenedMail | null> {
  const place = await locate(folders, account, id)
  const fetched = place && (await fetchMail(context, account, place))
  if (!place || !fetched) return null
  const parsed = await context.mime.parse({ bytes: fetched.bytes }, account.id)
  const shown =
    fetched.kind === 'large' ? withSizes(parsed, fetched.structure) : withCut(parsed, fetched.kind === 'cut')
  const summary = summaryOf(fetched.known, shown, { id, folder: place.mailbox.id })
  const { receipt } = fetched.known
  return { summary, parsed: shown, ...(receipt === undefined ? {} : { receipt }) }
}

function withCut(parsed: ParsedMail, isCut: boolean): ParsedMail {
  return isCut ? { ...parsed, truncated: true } : parsed
}

export async function partOf(
  context: ImapContext,
  folders: Folders,
  account: Account,
  id: MailId,
  part: string,
): Promise<PartStream | null> {
  const found = (await partsOf(context, folders, account, id, [part]))?.get(part)
  if (found === undefined) return null
  const { attachment, charset, open } = found
  return { attachment, charset, stream: await open() }
}

/** One FETCH finds them; of a large mail each part is fetched as it is opened. */
export async function partsOf(
  context: ImapContext,
  folders: Folders,
  account: Account,
  id: MailId,
  parts: readonly string[],
): Promise<ReadonlyMap<string, PartReader> | null> {
  const place = await locate(folders, account, id)
  const fetched = place && (await fetchMail(context, account, place))
  if (!place || !fetched) return null
  if (fetched.kind === 'cut') return new Map()
  // The skeleton names the parts as a whole mail would; their bytes come from the server.
  const described = await context.mime.parts({ bytes: fetched.bytes }, parts, account.id)
  if (fetched.kind === 'whole') return described
  const readers = [...described].flatMap(([part, reader]) => {
    // What stands within TNEF comes from the skeleton, which holds the whole of it.
    if (tnefHolder(part) !== null) return [[part, reader] as const]
    const leaf = leafOf(fetched.structure, part)
    if (!leaf) return []
    const open = async () => {
      const step = decoding(leaf.encoding ?? '7bit')
      const decoder = new Transform({
        transform: (chunk: Buffer, _encoding, done) => done(null, step.push(chunk)),
        flush: (done) => done(null, step.end()),
      })
      // A failure of either side ends the other and reaches whoever reads the decoder.
      pipeline(streamOf(context, account, place, part, null), decoder).catch(() => {})
      return decoder
    }
    return [[part, { ...reader, attachment: { ...reader.attachment, size: decodedSize(leaf) }, open }] as const]
  })
  return new Map(readers)
}

export async function rawOf(
  context: ImapContext,
  folders: Folders,
  account: Account,
  id: MailId,
): ReturnType<MailStore['raw']> {
  const place = await locate(folders, account, id)
  if (!place) return null
  const size = await context.pool.within(
    account,
    place.path,
    async (client, selected) => {
      if (selected.uidValidity !== place.uidValidity) return null
      const found = await client.fetchOne(String(place.uid), { uid: true, size: true }, { uid: true })
      return found ? (found.size ?? null) : null
    },
    { again: true },
  )
  return size === null ? null : { size, stream: streamOf(context, account, place, null, size) }
}

async function locate(folders: Folders, account: Account, id: MailId): Promise<Located | null> {
  const [group] = await folders.groups(account, [id])
  const mail = group?.mails[0]
  if (!group || !mail) return null
  return { mailbox: group.mailbox, path: group.mailbox.path, uidValidity: group.uidValidity, uid: mail.uid }
}

/** Null for a mail that is not there any more (TRUST R11), or of a mailbox that was made anew (R10). */
function fetchMail({ pool }: ImapContext, account: Account, place: Located): Promise<Fetched | null> {
  return pool.within(
    account,
    place.path,
    async (client, selected): Promise<Fetched | null> => {
      if (selected.uidValidity !== place.uidValidity) return null
      const query = {
        uid: true,
        flags: true,
        size: true,
        internalDate: true,
        source: { start: 0, maxLength: wholeMost },
      }
      const found = await client.fetchOne(String(place.uid), query, { uid: true })
      if (!found || found.uid !== place.uid || !found.source) return null
      const { flags, internalDate, size } = found
      const known = { flags, internalDate, size, receipt: receiptIn(flags, selected) }
      // By what came, not by what the server says of the size: some say wrong.
      if (found.source.length < wholeMost || found.size === wholeMost)
        return { kind: 'whole', known, bytes: found.source }
      const skeleton = await partialMessageOf(client, place.uid)
      return skeleton ? { kind: 'large', known, ...skeleton } : { kind: 'cut', known, bytes: found.source }
    },
    { again: true },
  )
}
