/** Keeps how many mails a person wants on a page. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail'
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../ports/accountStore'
import type { Caller } from './caller'

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
