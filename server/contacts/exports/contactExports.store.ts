/** Keeps who is to leave as a file until it is fetched. */
import * as v from 'valibot'
import type { ContactRecord } from '#contract/contacts/contactDetails'
import { contactFormats } from '#contract/contacts/contactFiles'
import type { AccountId } from '../../core/account'

export const contactExport = v.object({
  ids: v.array(v.string()),
  format: v.picklist(contactFormats),
  language: v.picklist(['zh-CN', 'en-US']),
})
export type ContactExport = v.InferOutput<typeof contactExport>

/** `groups` are names. */
export type ExportedContact = {
  readonly contact: ContactRecord
  /** Lines of an imported vCard that no field holds. */
  readonly rest: string
  readonly picture: Uint8Array | null
}

export type ContactExportStore = {
  readonly add: (account: AccountId, id: string, wanted: ContactExport, now: number) => Promise<void>
  readonly find: (account: AccountId, id: string) => Promise<ContactExport | null>
  /** Those of the ids that are the account's, in their order, a few at a time. */
  readonly contacts: (account: AccountId, ids: readonly string[], withPhotos: boolean) => AsyncIterable<ExportedContact>
  readonly sweep: (before: number) => Promise<void>
}
