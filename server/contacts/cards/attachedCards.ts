/** The people of a received file of vCards, read as an import reads them, and stored nowhere. */
import type { Readable } from 'node:stream'
import { cardLimits } from '#contract/contacts/businessCard'
import { contactLimits, type LabelledValue } from '#contract/contacts/contactDetails'
import { checkDetails, cleanDetails } from '#contract/contacts/detailsRules'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/cards'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { FileContact, FileEntry } from '../../core/contactFile'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../../mail/mail.store'
import type { ContactStore } from '../contacts.store'
import { acceptedEntry } from '../transfer/contactFile'
import { decodeBlocks, findEncoding } from '../transfer/fileEncoding'
import { readVCards } from '../transfer/readVCards'
import { readContentLine, textOf } from '../transfer/vCardLines'

type AttachedDeps = { readonly mailStores: MailStores; readonly contacts: Pick<ContactStore, 'like'> }
type AttachedReply = Reply<typeof entries.attachedCards>

/** Cards that are counted; what comes after them is not read (TRUST S29). */
const countedCards = 1_000

export const makeAttachedCards =
  ({ mailStores, contacts }: AttachedDeps) =>
  async ({ id, part }: Form<typeof entries.attachedCards>, { account }: Caller): Promise<AttachedReply> => {
    const found = await mailStores.of(account).part(id, part)
    if (!found) throw new Refusal('notFound')
    const bytes = await firstBytes(found.stream)
    const cards: AttachedReply['cards'] = []
    let more = 0
    const { encoding } = await findEncoding([bytes])
    for await (const entry of readVCards(decodeBlocks([bytes], encoding), countedCards)) {
      if (!('contact' in entry)) continue
      if (cards.length === cardLimits.shownCards) more += 1
      else cards.push(await shownCard(contacts, account.id, entry))
    }
    return { cards, more }
  }

/** A card that the limit cuts has no end, and is left out. */
async function firstBytes(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let room = cardLimits.readBytes
  for await (const piece of stream) {
    pieces.push(piece.subarray(0, room))
    room -= piece.length
    if (room <= 0) break
  }
  return Buffer.concat(pieces)
}

/** Without its picture, its groups and what no field of ours holds but title and website. */
async function shownCard(
  contacts: AttachedDeps['contacts'],
  account: AccountId,
  entry: Exclude<FileEntry, { readonly refusal: unknown }>,
): Promise<AttachedReply['cards'][number]> {
  const { contact } = entry
  const bounded: FileContact = {
    ...contact,
    starred: false,
    groups: [],
    // Longer values and more of them are no contact's, and take long to check.
    emails: firstOf(contact.emails, addressCharacters),
    phones: firstOf(contact.phones, contactLimits.phoneCharacters),
    notes: notesOf(contact),
  }
  const accepted = acceptedEntry({ ...entry, contact: bounded })
  const { photo: _photo, rest: _rest, groups: _groups, ...read } = 'contact' in accepted ? accepted.contact : bounded
  const details = cleanDetails(read)
  const [known] = await contacts.like(account, { name: details.name ?? '', email: details.emails?.[0]?.value ?? '' })
  return { details, existing: known?.id ?? null }
}

/** The most that an address has (RFC 5321). */
const addressCharacters = 254

const firstOf = (values: readonly LabelledValue[], most: number): LabelledValue[] =>
  values.filter(({ value }) => value.trim().length <= most).slice(0, contactLimits.values)

/** With title and website, which have no field, where there is room. */
function notesOf({ notes, rest }: FileContact): string {
  const others = rest.flatMap((text) => {
    const line = readContentLine({ text, isOld: false })
    return line !== null && (line.name === 'TITLE' || line.name === 'URL') ? [textOf(line)] : []
  })
  const all = [...new Set([...others, notes])].filter(Boolean).join('\n')
  return checkDetails({ notes: all }) === null ? all : notes
}
