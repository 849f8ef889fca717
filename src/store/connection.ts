/** Whether the gateway answers: a dead line is said, never taken for a lost session. */
import { createSlice } from '@reduxjs/toolkit'

const initialState: { reachable: boolean } = { reachable: true }

export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    gatewayAnswered(state) {
      state.reachable = true
    },
    gatewayUnreachable(state) {
      state.reachable = false
    },
  },
  selectors: { selectIsReachable: (state) => state.reachable },
})

export const { gatewayAnswered, gatewayUnreachable } = connectionSlice.actions
export const { selectIsReachable } = connectionSlice.selectors
