/** Fills the form of a mail to be written: new, an answer, a forward, a draft taken up again, or a mail sent once more. */
import { createHash } from 'node:crypto'
import { type AnswerMode, answerForm, filesAlong } from '../../src/contract/compose/answerForm'
import { emptyForm } from '../../src/contract/compose/emptyForm'
import { bodyHtml, plainText } from '../../src/contract/compose/quoteMail'
import type { SignatureUse } from '../../src/contract/compose/signatureRules'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending/sending'
import type { ComposeForm } from '../../src/contract/endpoints/sending/sending'
import { sendIdOf } from '../../src/contract/mail/waitingMail'
import type { CardStore } from '../contacts/cards/cards.store'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import type { Attachment, MailId } from '../core/mail'
import { Refusal } from '../core/refusal'
import type { MailStores, OpenedMail } from '../mail/mail.store'
import type { SignatureStore } from '../signatures/signatures.store'
import { type CarryDeps, carryFiles } from './carryFiles'
import { heldFiles } from './draftFiles'
import { readDraftNotes } from './draftNotes'
import { forwardAsFiles } from './forwardAsFiles'

export type OpenComposeDeps = CarryDeps & {
  readonly mailStores: MailStores
  readonly signatures: Pick<SignatureStore, 'defaultOf'>
  readonly cards: Pick<CardStore, 'find' | 'defaultCard'>
}

export const makeOpenCompose =
  (deps: OpenComposeDeps) =>
  async (
    { mode, id, ids }: Form<typeof entries.openCompose>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.openCompose>> => {
    if (mode === 'new') return { form: await signed(deps, account, emptyForm, 'new') }
    if (mode === 'attach')
      return { form: await signed(deps, account, await forwardAsFiles(deps, account, ids), 'reply') }
    const opened = id === undefined ? null : await deps.mailStores.of(account).open(id)
    if (opened === null) throw new Refusal('notFound')
    if (mode === 'scheduled') return { form: await scheduled(deps, account, opened) }
    if (mode === 'draft') return { form: await draft(deps, account, opened) }
    if (mode === 'resend') return { form: await again(deps, account, opened) }
    return { form: await signed(deps, account, await answer(deps, account, opened, mode), 'reply') }
  }

/** A draft and a message that was sent hold what stood below them already. */
async function signed(
  { signatures, cards }: Pick<OpenComposeDeps, 'signatures' | 'cards'>,
  account: Account,
  form: ComposeForm,
  use: SignatureUse,
): Promise<ComposeForm> {
  const found = await signatures.defaultOf(account.id, use)
  const card = (await cardNamed(cards, account, found?.card)) ?? (await cards.defaultCard(account.id))
  return {
    ...form,
    ...(found !== null && { signature: { id: found.id, html: found.html } }),
    ...(card !== null && { card }),
  }
}

/** Null for a card that is gone, which a signature or a draft may still name. */
async function cardNamed(cards: OpenComposeDeps['cards'], account: Account, id: string | null | undefined) {
  const found = id ? await cards.find(account.id, id) : null
  return found && { id: found.id, name: found.name }
}

function carried(deps: OpenComposeDeps, account: Account, opened: OpenedMail, attachments: readonly Attachment[]) {
  return carryFiles(deps, account.id, deps.mailStores.of(account), { id: opened.summary.id, attachments })
}

async function answer(
  deps: OpenComposeDeps,
  account: Account,
  opened: OpenedMail,
  mode: AnswerMode,
): Promise<ComposeForm> {
  const { summary, parsed } = opened
  const answered = { ...parsed, id: summary.id, receivedAt: summary.receivedAt }
  const attachments = [...(await carried(deps, account, opened, filesAlong(parsed, mode)))]
  return { ...answerForm(answered, mode, account.address), attachments }
}

async function again(deps: OpenComposeDeps, account: Account, opened: OpenedMail): Promise<ComposeForm> {
  const { parsed } = opened
  return {
    ...written(opened),
    attachments: [...(await carried(deps, account, opened, parsed.attachments))],
    mode: 'resend',
  }
}

/** A mail that waits for its time, as it would be written anew; it stays where it is. */
async function scheduled(deps: OpenComposeDeps, account: Account, opened: OpenedMail): Promise<ComposeForm> {
  const { parsed, summary } = opened
  if (sendIdOf(summary.id) === null) throw new Refusal('notFound')
  return {
    ...written(opened),
    attachments: [...(await carried(deps, account, opened, parsed.attachments))],
    mode: 'scheduled',
    receipt: parsed.receiptRequested,
    scheduledAt: summary.scheduledAt ?? null,
  }
}

function written({ parsed }: OpenedMail): ComposeForm {
  const { to, cc, bcc, subject, urgent } = parsed
  const text = plainText(parsed)
  const people = { to: [...to], cc: [...cc], bcc: [...bcc] }
  return { ...emptyForm, ...people, subject, html: bodyHtml(parsed), ...(text === undefined ? {} : { text }), urgent }
}

async function draft(deps: OpenComposeDeps, account: Account, opened: OpenedMail): Promise<ComposeForm> {
  const { summary, parsed } = opened
  // Only what lies among the drafts is one: nobody's mail may name this account's uploads.
  if (summary.folder !== 'draft') throw new Refusal('notFound')
  const notes = readDraftNotes(parsed)
  const lineage = notes?.lineage ?? lineageFrom(summary.id)
  const base = { ...written(opened), draftId: summary.id, savedAt: summary.receivedAt, lineage }
  if (notes === null)
    return { ...base, mode: 'draft', attachments: [...(await carried(deps, account, opened, parsed.attachments))] }
  const card = await cardNamed(deps.cards, account, notes.card)
  const typed = (texts: readonly string[]) => texts.map((text) => ({ name: '', address: text }))
  return {
    ...base,
    to: [...base.to, ...typed(notes.unread.to)],
    cc: [...base.cc, ...typed(notes.unread.cc)],
    bcc: [...base.bcc, ...typed(notes.unread.bcc)],
    attachments: await heldFiles(deps.uploads, account, notes, opened, (lost) => carried(deps, account, opened, lost)),
    text: notes.plain ? (plainText(parsed) ?? '') : undefined,
    inReplyTo: notes.inReplyTo,
    mode: notes.mode,
    receipt: notes.receipt,
    separate: notes.separate,
    saveToSent: notes.saveToSent,
    scheduledAt: notes.sendAt,
    ...(card !== null && { card }),
  }
}

/** What a draft without a lineage is known by from now on: every window that opens this one finds the same. */
function lineageFrom(id: MailId): string {
  return createHash('sha256').update(id).digest('hex')
}
