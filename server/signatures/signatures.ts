/** Use cases of what stands below a person's messages. */
import { randomUUID } from 'node:crypto'
import { checkSignatureHtml, checkSignatureTitle, signatureUses } from '#contract/compose/signatureRules'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/signatures'
import { limits } from '#contract/limits'
import type { CardStore } from '../contacts/cards/cards.store'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { isSanitized } from './safeMarkup'
import type { SignatureStore } from './signatures.store'

export type SignatureDeps = { readonly signatures: SignatureStore; readonly cards: Pick<CardStore, 'find' | 'list'> }

export const makeSignatures =
  ({ signatures, cards }: SignatureDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.signatures>> => {
    const known = new Set((await cards.list(account.id)).map(({ id }) => id))
    return {
      signatures: (await signatures.list(account.id)).map((one) => ({
        ...one,
        card: known.has(one.card) ? one.card : '',
      })),
      defaults: await signatures.defaults(account.id),
    }
  }

export const makeSaveSignature =
  (deps: SignatureDeps) =>
  async (form: Form<typeof entries.saveSignature>, caller: Caller): Promise<Reply<typeof entries.saveSignature>> => {
    const title = form.title.trim()
    const titleFault = checkSignatureTitle(title)
    if (titleFault !== null) throw new Refusal(titleFault, { field: 'title' })
    const htmlFault = checkSignatureHtml(form.html)
    if (htmlFault !== null) throw new Refusal(htmlFault, { field: 'html' })
    if (!isSanitized(form.html)) throw new Refusal('badField', { field: 'html' })
    if (form.card !== '' && (await deps.cards.find(caller.account.id, form.card)) === null)
      throw new Refusal('cardGone', { field: 'card' })
    const signature = { id: form.id ?? randomUUID(), title, html: form.html, card: form.card }
    if (form.id === undefined) {
      if (!(await deps.signatures.add(caller.account.id, signature, limits.signatures)))
        throw new Refusal('signaturesFull')
    } else if (!(await deps.signatures.change(caller.account.id, signature))) throw new Refusal('notFound')
    return makeSignatures(deps)({}, caller)
  }

export const makeRemoveSignature =
  (deps: SignatureDeps) =>
  async (
    { id }: Form<typeof entries.removeSignature>,
    caller: Caller,
  ): Promise<Reply<typeof entries.removeSignature>> => {
    if (!(await deps.signatures.remove(caller.account.id, id))) throw new Refusal('notFound')
    return makeSignatures(deps)({}, caller)
  }

export const makeChooseSignatures =
  (deps: SignatureDeps) =>
  async (
    form: Form<typeof entries.chooseSignatures>,
    caller: Caller,
  ): Promise<Reply<typeof entries.chooseSignatures>> => {
    for (const use of signatureUses) {
      const id = form[use]
      if (id === undefined) continue
      const isThere = await deps.signatures.choose(caller.account.id, use, id === '' ? null : id)
      if (!isThere) throw new Refusal('notFound', { field: use })
    }
    return makeSignatures(deps)({}, caller)
  }
