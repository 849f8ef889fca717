/** Keeps how many mails a person wants on a page. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { AccountStore } from '../../session/account.store'

const offered: readonly number[] = limits.pageSizes

export const makeChoosePageSize =
  ({ accounts }: { readonly accounts: Pick<AccountStore, 'change'> }) =>
  async (
    { pageSize }: Form<typeof entries.choosePageSize>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.choosePageSize>> => {
    if (!offered.includes(pageSize)) throw new Refusal('badField', { field: 'pageSize' })
    await accounts.change(account.id, { pageSize })
    return {}
  }
