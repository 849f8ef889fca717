/** Business cards: listed, saved, removed for a while, and shown as a message will carry them. */
import { randomUUID } from 'node:crypto'
import { type CardContent, cardLimits, checkCard, cleanCard } from '#contract/contacts/businessCard'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/cards'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { ContactPhotos } from '../photos/contactPhotos.store'
import { qrContentOf } from './cardPerson'
import type { CardStore, CardWriter } from './cards.store'

export type CardDeps = {
  readonly cards: CardStore
  readonly cardWriter: CardWriter
  readonly contactPhotos: ContactPhotos
  readonly clock: Clock
}

type All = Reply<typeof entries.cards>

const allOf = async ({ cards }: Pick<CardDeps, 'cards'>, account: AccountId): Promise<All> => ({
  cards: (await cards.list(account)).map((card) => ({ ...card, leftOut: [...qrContentOf(card).leftOut] })),
})

export const makeCards =
  (deps: Pick<CardDeps, 'cards'>) =>
  async (_form: unknown, { account }: Caller): Promise<All> =>
    allOf(deps, account.id)

/** As it may be stored. Throws what `checkCard` finds, and for the logo of another account. */
async function soundCard({ contactPhotos }: Pick<CardDeps, 'contactPhotos'>, account: AccountId, sent: CardContent) {
  const card = cleanCard(sent)
  const fault = checkCard(card)
  if (fault !== null) throw new Refusal(fault.code, { field: fault.field })
  const logo = card.logo === '' ? null : await contactPhotos.find(account, card.logo)
  if (card.logo !== '' && logo === null) throw new Refusal('badField', { field: 'logo' })
  return { card, logo }
}

export const makeSaveCard =
  (deps: CardDeps) =>
  async (form: Form<typeof entries.saveCard>, { account }: Caller): Promise<All> => {
    const { card } = await soundCard(deps, account.id, form.card)
    const stored = { ...card, id: form.id ?? randomUUID(), isDefault: form.isDefault }
    if (form.id === undefined) {
      if (!(await deps.cards.add(account.id, stored, cardLimits.cards))) throw new Refusal('cardsFull')
    } else if (!(await deps.cards.change(account.id, stored))) throw new Refusal('notFound')
    return allOf(deps, account.id)
  }

export const makeRemoveCard =
  (deps: Pick<CardDeps, 'cards' | 'clock'>) =>
  async ({ id }: Form<typeof entries.removeCard>, { account }: Caller): Promise<All> => {
    if (!(await deps.cards.remove(account.id, id, deps.clock.now()))) throw new Refusal('notFound')
    return allOf(deps, account.id)
  }

export const makeRestoreCard =
  (deps: Pick<CardDeps, 'cards' | 'clock'>) =>
  async ({ id }: Form<typeof entries.restoreCard>, { account }: Caller): Promise<All> => {
    const since = deps.clock.now() - cardLimits.undoMs
    const came = await deps.cards.restore(account.id, id, { since, most: cardLimits.cards })
    if (came === 'absent') throw new Refusal('notFound')
    if (came === 'full') throw new Refusal('cardsFull')
    return allOf(deps, account.id)
  }

export const makePreviewCard =
  (deps: Pick<CardDeps, 'cardWriter' | 'contactPhotos'>) =>
  async (form: Form<typeof entries.previewCard>, { account }: Caller): Promise<Reply<typeof entries.previewCard>> => {
    const { card, logo } = await soundCard(deps, account.id, form.card)
    const { html, files, leftOut } = await deps.cardWriter.write(card, logo)
    const shown = files.reduce(
      (text, { cid, type, bytes }) =>
        cid === null
          ? text
          : text.replace(`cid:${cid}`, `data:${type};base64,${Buffer.from(bytes).toString('base64')}`),
      html,
    )
    return { html: shown, leftOut: [...leftOut] }
  }
