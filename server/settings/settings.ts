/** What a person has chosen for their account: read whole, changed by name. */
import * as v from 'valibot'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/account/settings'
import { settingsRead } from '../../src/contract/settings'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../session/account.store'
import type { SettingsStore } from './settings.store'

type Deps = { readonly settings: SettingsStore; readonly accounts: Pick<AccountStore, 'pageSize' | 'change'> }

export const makeReadSettings =
  ({ settings, accounts }: Deps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.readSettings>> => {
    const [chosen, pageSize] = await Promise.all([settings.load(account.id), accounts.pageSize(account.id)])
    return { settings: v.parse(settingsRead, { ...chosen, pageSize: String(pageSize) }) }
  }

export const makeChangeSettings =
  (deps: Deps) =>
  async (form: Form<typeof entries.changeSettings>, caller: Caller): Promise<Reply<typeof entries.changeSettings>> => {
    const chosen = Object.entries(form).filter(
      (one): one is [string, NonNullable<(typeof one)[1]>] => one[1] !== undefined,
    )
    if (chosen.length === 0) throw new Refusal('badField')
    const { pageSize, ...others } = Object.fromEntries(chosen)
    // Lists read it there.
    if (pageSize !== undefined) await deps.accounts.change(caller.account.id, { pageSize: Number(pageSize) })
    await deps.settings.change(caller.account.id, others)
    return makeReadSettings(deps)({}, caller)
  }
