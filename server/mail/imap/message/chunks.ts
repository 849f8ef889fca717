/** A section of one mail as a stream: piece by piece on the slow lane, so that memory holds one piece and a cut costs one piece. */
import { Readable } from 'node:stream'
import type { Account } from '#server/core/account'
import { StoreAway } from '#server/core/refusal'
import type { ImapContext } from '../context'

export type MailPlace = { readonly path: string; readonly uidValidity: bigint; readonly uid: number }

const pieceBytes = 512 * 1024

/** `section` is a part's number, or null for the whole message; `size` is what the server says that it has, or null. */
export function streamOf(
  context: ImapContext,
  account: Account,
  place: MailPlace,
  section: string | null,
  size: number | null,
): Readable {
  return Readable.from(pieces(context, account, place, section, size), { objectMode: false })
}

async function* pieces(
  context: ImapContext,
  account: Account,
  place: MailPlace,
  section: string | null,
  size: number | null,
): AsyncGenerator<Buffer> {
  let read = 0
  while (size === null || read < size) {
    const piece = await pieceAt(context, account, place, section, read)
    // A mail that went away half-way must not pass for a short one (TRUST R8).
    if (piece === null) throw new StoreAway('The mail is gone')
    read += piece.length
    if (piece.length > 0) yield piece
    if (piece.length < pieceBytes) break
  }
  if (size !== null && read !== size) throw new StoreAway('The mail server gave less than it said')
}

function pieceAt(
  { pool }: ImapContext,
  account: Account,
  { path, uidValidity, uid }: MailPlace,
  section: string | null,
  start: number,
): Promise<Buffer | null> {
  return pool.within(
    account,
    path,
    async (client, selected) => {
      if (selected.uidValidity !== uidValidity) return null
      const bounds = { start, maxLength: pieceBytes }
      const query = section === null ? { source: bounds } : { bodyParts: [{ key: section, ...bounds }] }
      const found = await client.fetchOne(String(uid), { uid: true, ...query }, { uid: true })
      if (!found) return null
      const piece = section === null ? found.source : found.bodyParts?.get(section.toLowerCase())
      return piece ?? Buffer.alloc(0)
    },
    { lane: 'slow', readOnly: true, again: true },
  )
}
