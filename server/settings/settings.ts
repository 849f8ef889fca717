/** What a person has chosen for their account: read whole, changed by name. */
import * as v from 'valibot'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/account/settings'
import { settingsRead } from '../../src/contract/settings'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { SettingsStore } from './settings.store'

type Parts = { readonly settings: SettingsStore }

export const makeReadSettings =
  ({ settings }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.readSettings>> => ({
    settings: v.parse(settingsRead, await settings.load(account.id)),
  })

export const makeChangeSettings =
  (parts: Parts) =>
  async (form: Form<typeof entries.changeSettings>, caller: Caller): Promise<Reply<typeof entries.changeSettings>> => {
    const chosen = Object.entries(form).filter(
      (one): one is [string, NonNullable<(typeof one)[1]>] => one[1] !== undefined,
    )
    if (chosen.length === 0) throw new Refusal('badField')
    await parts.settings.change(caller.account.id, Object.fromEntries(chosen))
    return makeReadSettings(parts)({}, caller)
  }
