/** What the person has chosen for their account, asked from the gateway and told to it. */

import * as calls from '../../contract/endpoints/account/settings'
import type { SettingName, Settings } from '../../contract/settings'
import type { Failure } from '../../lib/http/outcome'
import { say } from '../ask'
import { selectUsername } from '../session/session'
import { setPageSize } from '../session/sessionThunks'
import type { AppThunk } from '../typed'
import {
  selectSettingChanges,
  selectSettings,
  selectSettingsStatus,
  settingChosen,
  settingConfirmed,
  settingRefused,
  settingsLoaded,
  settingsUnknown,
} from './settings'

/** Changes that are on their way, one after another: of two of one setting, the later one is kept. */
const saving = new WeakMap<object, Promise<unknown>>()

export function loadSettings(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, extra) => {
    // What is asked for while a change is on its way may tell what stood before it.
    const changes = saving.has(extra) ? null : selectSettingChanges(getState())
    const account = selectUsername(getState())
    const outcome = await extra.call(calls.readSettings, {})
    if (selectUsername(getState()) !== account) return false
    dispatch(outcome.ok ? settingsLoaded({ values: outcome.value.settings, changes, account }) : settingsUnknown())
    if (outcome.ok && !saving.has(extra)) dispatch(setPageSize(Number(selectSettings(getState()).pageSize)))
    return outcome.ok
  }
}

/** The page that the account begins with, asked for where that is not known yet. */
export function readStartPage(): AppThunk<Promise<Settings['startPage']>> {
  return async (dispatch, getState) => {
    if (selectSettingsStatus(getState()) !== 'ready') await dispatch(loadSettings())
    return selectSettings(getState()).startPage
  }
}

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
    const chosen = { [name]: value }
    const account = selectUsername(getState())
    dispatch(settingChosen(chosen))
    const saved = (saving.get(extra) ?? Promise.resolve()).then(() => extra.call(calls.changeSettings, chosen))
    saving.set(extra, saved)
    if (name === 'pageSize') dispatch(setPageSize(Number(value)))
    const outcome = await saved
    const isLast = saving.get(extra) === saved
    if (isLast) saving.delete(extra)
    if (selectUsername(getState()) !== account) return outcome.ok ? null : outcome.code
    if (outcome.ok) {
      dispatch(settingConfirmed(chosen))
      const changes = selectSettingChanges(getState())
      if (isLast) dispatch(settingsLoaded({ values: outcome.value.settings, changes, account }))
      return null
    }
    // What was told meanwhile was put aside for this change.
    if (isLast && selectSettingsStatus(getState()) === 'asked') void dispatch(loadSettings())
    dispatch(settingRefused({ name, wanted: value }))
    if (name === 'pageSize') dispatch(setPageSize(Number(selectSettings(getState()).pageSize)))
    if (!quiet) dispatch(say(outcome))
    return outcome.code
  }
}
