/** Whose remote pictures a person sees without being asked (TRUST S5, S32): never anybody's in Junk, nor a doubtful sender's. */

import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/imageSenders'
import { limits } from '#contract/limits'
import { isSenderDoubtful } from '#contract/mail/doubtfulSender'
import { plainName } from '#contract/mail/plainName'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { MailStores, OpenedMail } from '../mail.store'
import type { ImageSenders } from './imageSenders.store'

type Deps = { readonly imageSenders: ImageSenders }

/** The sender whose word on pictures counts; null where the mail may not be theirs, or lies in Junk. */
function provenSender({ summary, parsed }: OpenedMail): string | null {
  const isDoubtful = isSenderDoubtful(parsed.authentication)
  const address = plainName(summary.from.address).toLowerCase()
  return isDoubtful || summary.folder === 'junk' || address === '' ? null : address
}

/** Whether the pictures of this mail are shown without being asked for. */
export async function areImagesAllowed(
  { imageSenders }: Deps,
  account: { readonly id: AccountId },
  opened: OpenedMail,
): Promise<boolean> {
  const sender = provenSender(opened)
  return sender !== null && (await imageSenders.has(account.id, sender))
}

export const makeImageSendersList =
  ({ imageSenders }: Deps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.imageSenders>> => ({
    senders: [...(await imageSenders.all(account.id))],
  })

export const makeAllowImages =
  ({ imageSenders, mailStores, clock }: Deps & { readonly mailStores: MailStores; readonly clock: Clock }) =>
  async ({ id }: Form<typeof entries.allowImages>, { account }: Caller): Promise<Reply<typeof entries.allowImages>> => {
    const opened = await mailStores.of(account).open(id)
    if (!opened) throw new Refusal('notFound')
    const address = provenSender(opened)
    if (address === null) throw new Refusal('notAllowed')
    await imageSenders.add(account.id, address, { now: clock.now(), most: limits.imageSenders })
    return { address }
  }

export const makeForbidImages =
  ({ imageSenders }: Deps) =>
  async (
    { address }: Form<typeof entries.forbidImages>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.forbidImages>> => {
    await imageSenders.remove(account.id, address.toLowerCase())
    return {}
  }
