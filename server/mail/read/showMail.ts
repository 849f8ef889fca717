/** Opens one mail. Reading has no hidden effect: it is marked seen only where asked. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { type OfferDeps, receiptOffer } from '../../outbox/receipts/receiptOffer'
import { areImagesAllowed } from '../images/imageSenders'
import type { MailStores } from '../mail.store'
import { mailView } from '../mailView'
import { impersonatedContact } from './impersonatedContact'

type Deps = { readonly mailStores: MailStores }

export type ShowMailDeps = Deps &
  OfferDeps &
  Parameters<typeof areImagesAllowed>[0] &
  Parameters<typeof impersonatedContact>[0]

/** Why a mail keeps its mark: its store is full, or may only be looked at (ACL, RFC 4314). */
const unmarkable: ReadonlySet<string> = new Set(['diskFull', 'quotaExceeded', 'serverCannot'])

export const makeShowMail =
  (deps: ShowMailDeps) =>
  async (
    { id, seen }: Form<typeof entries.showMail>,
    { account, session }: Caller,
  ): Promise<Reply<typeof entries.showMail>> => {
    const store = deps.mailStores.of(account)
    const opened = await store.open(id)
    if (!opened) throw new Refusal('notFound')
    const [receipt, imagesAllowed, knownName] = await Promise.all([
      receiptOffer(deps, account, opened),
      areImagesAllowed(deps, account, opened),
      impersonatedContact(deps, account, opened),
    ])
    const mail = {
      ...mailView(opened, session.timezone),
      ...(receipt === null ? {} : { receipt }),
      ...(imagesAllowed ? { imagesAllowed } : {}),
      ...(knownName === null ? {} : { knownName }),
    }
    // What can be recovered is read without any effect: nothing is stored.
    if (!seen || mail.seen || mail.recoverableUntil !== undefined) return { mail }
    try {
      await store.mark([id], 'seen')
    } catch (error) {
      // A mail is read on a full disk and in a read-only folder too: then it stays unread (TRUST R12).
      if (error instanceof Refusal && unmarkable.has(error.code)) return { mail }
      throw error
    }
    return { mail: { ...mail, seen: true } }
  }

export const makeAttachmentInfo =
  ({ mailStores }: Deps) =>
  async (
    { id }: Form<typeof entries.attachmentInfo>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.attachmentInfo>> => {
    const opened = await mailStores.of(account).open(id)
    if (!opened) throw new Refusal('notFound')
    return { attachments: [...opened.parsed.attachments] }
  }
