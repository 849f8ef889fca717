/** What the person has chosen for their account, asked from the gateway and told to it. */

import * as calls from '../../contract/endpoints/account/settings'
import type { SettingName, Settings } from '../../contract/settings'
import type { Failure } from '../../lib/http/outcome'
import type { Language } from '../../lib/i18n/languages'
import { say } from '../ask'
import { selectUsername } from '../session/session'
import type { AppThunk } from '../typed'
import { languageFound } from './preferences'
import {
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
    return outcome.ok
  }
}

/** Holds on this page at once, and wherever this account signs in from now on. */
export function chooseLanguage(language: Language): AppThunk<void> {
  return (dispatch) => {
    dispatch(languageFound(language))
    void dispatch(changeSetting('language', language))
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
  return async (dispatch, getState, { call }) => {
    const former = { [name]: selectSettings(getState())[name] }
    const chosen = { [name]: value }
    dispatch(settingChosen(chosen))
    const outcome = await call(calls.changeSettings, chosen)
    if (outcome.ok) return null
    dispatch(settingRefused({ name, wanted: value, former }))
    if (!quiet) dispatch(say(outcome))
    return outcome.code
  }
}
