/** Leaves a mailing list in a person's name: the address stands in their mail, and only an address that promised this is asked. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import { unsubscribeWays } from '#contract/mail/unsubscribeWays'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import type { OneClick } from './oneClick.port'

type Deps = { readonly mailStores: MailStores; readonly oneClick: OneClick }

export const makeUnsubscribe =
  ({ mailStores, oneClick }: Deps) =>
  async ({ id }: Form<typeof entries.unsubscribe>, { account }: Caller): Promise<Reply<typeof entries.unsubscribe>> => {
    const opened = await mailStores.of(account).open(id)
    if (!opened) throw new Refusal('notFound')
    const ways = unsubscribeWays(opened.parsed.headers)
    if (ways.oneClick === null) throw new Refusal('unsubscribeFailed')
    await oneClick.post(ways.oneClick)
    return {}
  }
