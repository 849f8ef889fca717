import { expect, it } from 'vitest'
import { noticeShown, noticesSlice } from '#src/store/shell/notices'

it('shows one notice at a time: a new one takes the place of the older', () => {
  const shown = ['mail:deleted', 'mail:undone'].reduce(
    (state, message) => noticesSlice.reducer(state, noticeShown({ tone: 'success', message })),
    noticesSlice.getInitialState(),
  )
  expect(shown.shown?.message).toBe('mail:undone')
})
