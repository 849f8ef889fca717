/** How full the mailbox is. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Reply } from '../../contract/endpoint'
import type { quotaMessages } from '../../contract/endpoints/account/account'
import { shellRestored } from './mailEvents'

export type Quota = Reply<typeof quotaMessages>
/** Null until the gateway has said. */
export type QuotaState = { known: Quota | null }

const initialState: QuotaState = { known: null }

export const quotaSlice = createSlice({
  name: 'quota',
  initialState,
  reducers: {
    quotaLoaded(state, { payload }: PayloadAction<Quota>) {
      state.known = payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(shellRestored, (state, { payload }) => {
      state.known ??= payload.quota
    })
  },
  selectors: { selectQuota: (state) => state.known },
})

export const { quotaLoaded } = quotaSlice.actions
export const { selectQuota } = quotaSlice.selectors
