/** What one browser shows instead of the account's skin and language (decision 46). */
import { isValueOf } from '../../contract/settings'
import type { AppThunk } from '../typed'
import { languageFound, selectLanguage } from './preferences'
import { type OwnLook, ownLookChanged } from './settings'

/** From whatever a browser kept. */
export function readOwnLook(kept: unknown): OwnLook {
  const { skin, mode } = { skin: null, mode: null, ...(typeof kept === 'object' ? kept : null) }
  return { ...(isValueOf('skin', skin) && { skin }), ...(isValueOf('mode', mode) && { mode }) }
}

/** Shows another skin in this browser alone, and keeps it here. */
export function chooseOwnLook(change: OwnLook): AppThunk<void> {
  return (dispatch, _getState, { stored }) => {
    // Another tab may have chosen the other half.
    dispatch(keepOwnLook({ ...readOwnLook(stored.get('ownLook')), ...change }))
  }
}

/** From now on this browser shows the account's again. */
export function dropOwnLook(name: keyof OwnLook): AppThunk<void> {
  return (dispatch, _getState, { stored }) => {
    const { [name]: _dropped, ...own } = readOwnLook(stored.get('ownLook'))
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
