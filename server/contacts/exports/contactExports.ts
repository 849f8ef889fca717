/** Contacts that leave as a file (BEHAVIOUR §12), written while a download fetches them. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/transfer'
import type { Caller } from '../../core/caller'
import type { FileContact } from '../../core/contactFile'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import { type TicketChecks, ticketOwner } from '../../session/tickets/tickets'
import { type ContactDeps, queryOf } from '../contacts'
import { writeContactsCsv } from '../transfer/writeCsv'
import { writeVCard } from '../transfer/writeVCards'
import type { ContactExport, ContactExportStore, ExportedContact } from './contactExports.store'

type ExportDeps = Pick<ContactDeps, 'contacts' | 'contactGroups' | 'clock'> & {
  readonly contactExports: ContactExportStore
}

export const makeStartContactExport =
  (deps: ExportDeps) =>
  async (
    form: Form<typeof entries.startContactExport>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.startContactExport>> => {
    const { contacts, contactExports, clock } = deps
    const { format, language } = form
    const wanted = new Set(
      form.ids.length > 0 ? form.ids : await contacts.ids(account.id, await queryOf(deps, account.id, form)),
    )
    // In the order of the list; absent and another person's alike are left out (TRUST S21).
    const ids = (await contacts.all(account.id)).flatMap(({ id }) => (wanted.has(id) ? [id] : []))
    if (ids.length === 0) throw new Refusal('notFound')
    const id = randomUUID()
    await contactExports.add(account.id, id, { ids, format, language }, clock.now())
    return { id, total: ids.length }
  }

export const makeDownloadContacts =
  (deps: TicketChecks & Pick<ExportDeps, 'contactExports' | 'clock'>) =>
  async ({ sid, id, name }: Form<typeof entries.downloadContacts>): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    const wanted = await deps.contactExports.find(account.id, id)
    if (wanted === null) throw new Refusal('notFound')
    const [type, ending] = wanted.format === 'csv' ? ['text/csv', 'csv'] : ['text/vcard', 'vcf']
    const stream = Readable.from(writtenContacts(deps.contactExports, account.id, wanted), { objectMode: false })
    const title = name.replaceAll(/[/\\]/g, '_')
    return { name: `${title}.${ending}`, type, size: null, stream, inline: false }
  }

const fileContact = ({ contact, rest, picture }: ExportedContact): FileContact => {
  const { id: _id, version: _version, photo: _photo, ...details } = contact
  return { ...details, photo: picture, rest: rest === '' ? [] : rest.split('\n') }
}

/** The text of a file of contacts, a few people at a time. */
export async function* writtenContacts(
  { contacts }: Pick<ContactExportStore, 'contacts'>,
  account: string,
  { ids, format, language }: ContactExport,
): AsyncGenerator<string> {
  const people = async function* () {
    for await (const one of contacts(account, ids, format !== 'csv')) yield fileContact(one)
  }
  if (format === 'csv') return yield* writeContactsCsv(people, language)
  for await (const contact of people()) yield writeVCard(contact, format === 'vcf3' ? '3.0' : '4.0')
}
