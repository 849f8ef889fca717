/** Fills the form of a mail to be written: new, an answer, a forward, a draft taken up again, or a mail sent once more. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending'
import type { ComposeForm } from '../../src/contract/endpoints/sending'
import type { ComposeAttachment } from '../../src/contract/shapes'
import type { Account } from '../core/account'
import type { Address, Attachment } from '../core/mail'
import { Refusal } from '../core/refusal'
import type { MailStores, OpenedMail } from '../ports/mailStores'
import type { Caller } from './caller'
import { type CarryParts, carryFiles } from './carryFiles'
import { readDraftNotes } from './draftNotes'
import { bodyHtml, markedSubject, quoteMail } from './quoteMail'

export type OpenComposeParts = CarryParts & { readonly mailStores: MailStores }

const empty: ComposeForm = {
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  attachments: [],
  scheduledAt: null,
  draftId: null,
  inReplyTo: null,
  mode: 'new',
  urgent: false,
  receipt: false,
  savedAt: null,
}

export const makeOpenCompose =
  (parts: OpenComposeParts) =>
  async (
    { mode, id }: Form<typeof entries.openCompose>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.openCompose>> => {
    if (mode === 'new') return { form: empty }
    const opened = id === undefined || mode === 'scheduled' ? null : await parts.mailStores.of(account).open(id)
    if (opened === null) throw new Refusal('notFound')
    if (mode === 'draft') return { form: await draft(parts, account, opened) }
    if (mode === 'forward') return { form: await forward(parts, account, opened) }
    if (mode === 'resend') return { form: await again(parts, account, opened) }
    return { form: await answer(parts, account, opened, mode === 'replyAll') }
  }

function carried(parts: OpenComposeParts, account: Account, opened: OpenedMail, attachments: readonly Attachment[]) {
  return carryFiles(parts, account.id, parts.mailStores.of(account), { id: opened.summary.id, attachments })
}

async function answer(
  parts: OpenComposeParts,
  account: Account,
  opened: OpenedMail,
  toAll: boolean,
): Promise<ComposeForm> {
  const { summary, parsed } = opened
  // Only the pictures that the quoted text shows: an answer does not send the files back.
  const shown = parsed.attachments.filter(({ cid }) => cid !== undefined && parsed.html?.includes(`cid:${cid}`))
  return {
    ...empty,
    ...answerRecipients(opened, account.address, toAll),
    subject: markedSubject(parsed.subject, 'answer'),
    html: quoteMail(parsed, summary.receivedAt),
    attachments: [...(await carried(parts, account, opened, shown))],
    inReplyTo: summary.id,
    mode: toAll ? 'replyAll' : 'reply',
  }
}

function answerRecipients({ parsed }: OpenedMail, own: string, toAll: boolean): { to: Address[]; cc: Address[] } {
  const isOwn = ({ address }: Address) => address.toLowerCase() === own
  const author = parsed.replyTo.length > 0 ? parsed.replyTo : [parsed.from]
  // An answer to one's own mail goes on to whoever that went to.
  const first = isOwn(parsed.from) && parsed.to.length > 0 ? parsed.to : author
  const seen = new Set<string>()
  const fresh = ({ address }: Address) => {
    const key = address.toLowerCase()
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  }
  if (!toAll) return { to: first.filter(fresh), cc: [] }
  const others = (list: readonly Address[]) => list.filter((it) => !isOwn(it)).filter(fresh)
  const to = others([...first, ...parsed.to])
  const cc = others(parsed.cc)
  // A mail that one wrote to oneself is answered to oneself.
  return to.length + cc.length === 0 ? { to: first.filter(fresh), cc } : { to, cc }
}

async function forward(parts: OpenComposeParts, account: Account, opened: OpenedMail): Promise<ComposeForm> {
  const { summary, parsed } = opened
  return {
    ...empty,
    subject: markedSubject(parsed.subject, 'forward'),
    html: quoteMail(parsed, summary.receivedAt),
    attachments: [...(await carried(parts, account, opened, parsed.attachments))],
    inReplyTo: summary.id,
    mode: 'forward',
  }
}

async function again(parts: OpenComposeParts, account: Account, opened: OpenedMail): Promise<ComposeForm> {
  const { parsed } = opened
  return {
    ...written(opened),
    attachments: [...(await carried(parts, account, opened, parsed.attachments))],
    mode: 'resend',
  }
}

function written({ parsed }: OpenedMail): ComposeForm {
  const { to, cc, bcc, subject, urgent } = parsed
  return { ...empty, to: [...to], cc: [...cc], bcc: [...bcc], subject, html: bodyHtml(parsed), urgent }
}

async function draft(parts: OpenComposeParts, account: Account, opened: OpenedMail): Promise<ComposeForm> {
  const { summary, parsed } = opened
  // Only what lies among the drafts is one: nobody's mail may name this account's uploads.
  if (summary.folder !== 'draft') throw new Refusal('notFound')
  const base = { ...written(opened), draftId: summary.id, savedAt: summary.receivedAt }
  const notes = readDraftNotes(parsed)
  if (notes === null)
    return { ...base, mode: 'draft', attachments: [...(await carried(parts, account, opened, parsed.attachments))] }
  const typed = (texts: readonly string[]) => texts.map((text) => ({ name: '', address: text }))
  return {
    ...base,
    to: [...base.to, ...typed(notes.unread.to)],
    cc: [...base.cc, ...typed(notes.unread.cc)],
    bcc: [...base.bcc, ...typed(notes.unread.bcc)],
    attachments: await held(parts, account, notes.attachmentIds),
    inReplyTo: notes.inReplyTo,
    mode: notes.mode,
    receipt: notes.receipt,
  }
}

/** Those of a draft's files that are still there, whole. */
async function held(parts: OpenComposeParts, account: Account, ids: readonly string[]): Promise<ComposeAttachment[]> {
  const found: ComposeAttachment[] = []
  for (const id of ids) {
    const upload = await parts.uploads.find(account.id, id)
    if (upload === null || !upload.finished) continue
    const { name, type, size, cid } = upload
    found.push({ attachmentId: id, name, type, size, ...(cid === null ? {} : { cid }) })
  }
  return found
}
