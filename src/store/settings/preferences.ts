/** What the person has chosen for this browser. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { limits } from '../../contract/limits'
import { defaultLanguage, type Language } from '../../lib/i18n/languages'

export type PreferencesState = {
  language: Language
  /** Chosen for this browser alone: what an account says of it does not count. */
  isLanguageOwn: boolean
  /** Mails of a page. */
  pageSize: number
}

const initialState: PreferencesState = { language: defaultLanguage, isLanguageOwn: false, pageSize: limits.pageSize }

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    /** Kept by this browser or by the account. */
    languageFound(state, { payload }: PayloadAction<Language>) {
      state.language = payload
      state.isLanguageOwn = false
    },
    languageChosen(state, { payload }: PayloadAction<Language>) {
      state.language = payload
      state.isLanguageOwn = true
    },
    pageSizeChosen(state, { payload }: PayloadAction<number>) {
      state.pageSize = payload
    },
  },
  selectors: {
    selectLanguage: (state) => state.language,
    selectIsLanguageOwn: (state) => state.isLanguageOwn,
    selectPageSize: (state) => state.pageSize,
  },
})

export const { languageFound, languageChosen, pageSizeChosen } = preferencesSlice.actions
export const { selectLanguage, selectIsLanguageOwn, selectPageSize } = preferencesSlice.selectors
