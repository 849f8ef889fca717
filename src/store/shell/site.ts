/** What this installation calls itself, as everyone may know it before signing in. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Reply } from '../../contract/endpoint'
import type { siteInfo } from '../../contract/endpoints/session/session'
import type { Language } from '../../lib/i18n/languages'

export type SiteState = Reply<typeof siteInfo>

const initialState: SiteState = {
  brandName: { zh: '易邮', en: 'EP Mail' },
  logoUrl: null,
  domains: [],
  canSendOutside: true,
  keepsRules: true,
  passkeyOrigin: null,
}

export const siteSlice = createSlice({
  name: 'site',
  initialState,
  reducers: {
    siteLoaded: (_state, { payload }: PayloadAction<SiteState>) => payload,
  },
  selectors: {
    selectBrand: (state, language: Language) => (language === 'zh-CN' ? state.brandName.zh : state.brandName.en),
    selectLogoUrl: (state) => state.logoUrl,
    selectDomains: (state) => state.domains,
    selectCanSendOutside: (state) => state.canSendOutside,
    selectKeepsRules: (state) => state.keepsRules,
    selectPasskeyOrigin: (state) => state.passkeyOrigin,
  },
})

export const { siteLoaded } = siteSlice.actions
export const {
  selectBrand,
  selectLogoUrl,
  selectDomains,
  selectCanSendOutside,
  selectKeepsRules,
  selectPasskeyOrigin,
} = siteSlice.selectors
