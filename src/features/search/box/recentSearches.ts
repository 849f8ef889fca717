/** What was searched for of late, kept in this browser for the account that is signed in. */
import * as v from 'valibot'
import { selectUsername } from '#src/store/session/session'
import type { AppThunk } from '#src/store/typed'
import { recentKnown, selectRecent } from '../searchSlice'

const name = 'recentSearches'
const recentMost = 8
const kept = v.object({ account: v.string(), texts: v.array(v.string()) })

export function loadRecent(): AppThunk {
  return (dispatch, getState, { stored }) => {
    const read = v.safeParse(kept, stored.get(name))
    const isOwn = read.success && read.output.account === selectUsername(getState())
    dispatch(recentKnown(isOwn ? read.output.texts.slice(0, recentMost) : []))
  }
}

export function noteRecent(text: string): AppThunk {
  return (dispatch, getState, { stored }) => {
    const account = selectUsername(getState())
    if (account === null || text === '') return
    const texts = [text, ...selectRecent(getState()).filter((other) => other !== text)].slice(0, recentMost)
    stored.set(name, { account, texts })
    dispatch(recentKnown(texts))
  }
}

export function forgetRecent(): AppThunk {
  return (dispatch, _getState, { stored }) => {
    stored.remove(name)
    dispatch(recentKnown([]))
  }
}
