/** Whether the gateway answers: a dead line is said, never taken for a lost session. */
import { createSlice } from '@reduxjs/toolkit'

const initialState: { reachable: boolean; oddAnswers: number } = { reachable: true, oddAnswers: 0 }

export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    gatewayAnswered(state) {
      state.reachable = true
    },
    /** The gateway speaks otherwise than this version of the app. */
    answerNotUnderstood(state) {
      state.oddAnswers += 1
    },
    gatewayUnreachable(state) {
      state.reachable = false
    },
  },
  selectors: { selectIsReachable: (state) => state.reachable, selectOddAnswers: (state) => state.oddAnswers },
})

export const { gatewayAnswered, answerNotUnderstood, gatewayUnreachable } = connectionSlice.actions
export const { selectIsReachable, selectOddAnswers } = connectionSlice.selectors
