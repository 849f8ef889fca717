/** What the person has chosen for their account, asked from the gateway and told to it. */

import * as calls from '../../contract/endpoints/account/settings'
import type { SettingName, Settings } from '../../contract/settings'
import type { Failure } from '../../lib/http/outcome'
import { say } from '../ask'
import { selectUsername } from '../session/session'
import { setPageSize } from '../session/sessionThunks'
import type { AppThunk } from '../typed'
import { languageFound, selectLanguage } from './preferences'
import {
  type OwnLook,
  ownLookChanged,
  selectOwnLook,
  selectSettingChanges,
  selectSettings,
  settingChosen,
  settingRefused,
  settingsLoaded,
  settingsUnknown,
} from './settings'

export function loadSettings(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const changes = selectSettingChanges(getState())
    const account = selectUsername(getState())
    const outcome = await call(calls.readSettings, {})
    if (selectUsername(getState()) !== account) return false
    dispatch(outcome.ok ? settingsLoaded({ values: outcome.value.settings, changes, account }) : settingsUnknown())
    if (outcome.ok) dispatch(setPageSize(Number(selectSettings(getState()).pageSize)))
    return outcome.ok
  }
}

/** Shows another skin in this browser alone, and keeps it here. */
export function chooseOwnLook(change: OwnLook): AppThunk<void> {
  return (dispatch, getState) => {
    dispatch(keepOwnLook({ ...selectOwnLook(getState()), ...change }))
  }
}

/** From now on this browser shows the account's again. */
export function dropOwnLook(name: keyof OwnLook): AppThunk<void> {
  return (dispatch, getState) => {
    const { [name]: _dropped, ...own } = selectOwnLook(getState())
    dispatch(keepOwnLook(own))
  }
}

function keepOwnLook(own: OwnLook): AppThunk<void> {
  return (dispatch, _getState, { stored }) => {
    stored.set('ownLook', own)
    dispatch(ownLookChanged(own))
  }
}

/** From now on this browser shows what is chosen for the account. */
export function followAccount(): AppThunk<void> {
  return (dispatch, getState, { stored }) => {
    stored.remove('ownLook')
    dispatch(ownLookChanged({}))
    dispatch(languageFound(selectLanguage(getState())))
  }
}

/** Changes that are on their way, one after another: of two of one setting, the later one is kept. */
const saving = new WeakMap<object, Promise<unknown>>()

/**
 * Holds here at once; where the gateway refuses it, what stood before comes back, and why is said and answered; `quiet` leaves
 * the saying to whoever asked.
 */
export function changeSetting<N extends SettingName>(
  name: N,
  value: Settings[N],
  { quiet = false }: { quiet?: boolean } = {},
): AppThunk<Promise<Failure['code'] | null>> {
  return async (dispatch, getState, extra) => {
    const former = { [name]: selectSettings(getState())[name] }
    const chosen = { [name]: value }
    dispatch(settingChosen(chosen))
    const saved = (saving.get(extra) ?? Promise.resolve()).then(() => extra.call(calls.changeSettings, chosen))
    saving.set(extra, saved)
    const outcome = await saved
    if (outcome.ok) {
      if (name === 'pageSize') dispatch(setPageSize(Number(value)))
      return null
    }
    dispatch(settingRefused({ name, wanted: value, former }))
    if (!quiet) dispatch(say(outcome))
    return outcome.code
  }
}
