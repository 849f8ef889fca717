/** What the person has chosen for this browser. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { limits } from '../../contract/limits'
import { defaultLanguage, type Language } from '../../lib/i18n/languages'

export type PreferencesState = {
  language: Language
  /** By the person on this page, so that the account has yet to be told. */
  isLanguageNew: boolean
  /** Mails of a page. */
  pageSize: number
}

const initialState: PreferencesState = { language: defaultLanguage, isLanguageNew: false, pageSize: limits.pageSize }

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    /** Kept by this browser or by the account. */
    languageFound(state, { payload }: PayloadAction<Language>) {
      state.language = payload
      state.isLanguageNew = false
    },
    languageChosen(state, { payload }: PayloadAction<Language>) {
      state.language = payload
      state.isLanguageNew = true
    },
    pageSizeChosen(state, { payload }: PayloadAction<number>) {
      state.pageSize = payload
    },
  },
  selectors: {
    selectLanguage: (state) => state.language,
    selectIsLanguageNew: (state) => state.isLanguageNew,
    selectPageSize: (state) => state.pageSize,
  },
})

export const { languageFound, languageChosen, pageSizeChosen } = preferencesSlice.actions
export const { selectLanguage, selectIsLanguageNew, selectPageSize } = preferencesSlice.selectors
