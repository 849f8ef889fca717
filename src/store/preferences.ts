/** What the person has chosen for this browser. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { limits } from '../contract/limits'
import { defaultLanguage, type Language } from '../lib/i18n/languages'

export type PreferencesState = {
  language: Language
  /** Mails of a page. */
  pageSize: number
}

const initialState: PreferencesState = { language: defaultLanguage, pageSize: limits.pageSize }

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    languageChosen(state, { payload }: PayloadAction<Language>) {
      state.language = payload
    },
    pageSizeChosen(state, { payload }: PayloadAction<number>) {
      state.pageSize = payload
    },
  },
  selectors: {
    selectLanguage: (state) => state.language,
    selectPageSize: (state) => state.pageSize,
  },
})

export const { languageChosen, pageSizeChosen } = preferencesSlice.actions
export const { selectLanguage, selectPageSize } = preferencesSlice.selectors
