import { afterEach, expect, it, vi } from 'vitest'
import { withinTime } from '#src/lib/clock/withinTime'

afterEach(() => vi.useRealTimers())

it('R15: code that has not arrived after 120 seconds counts as failed, and not sooner', async () => {
  vi.useFakeTimers()
  const failed = vi.fn<(error: Error) => void>()
  void withinTime(new Promise(() => undefined)).catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('the page did not arrive in time'))
})

it('hands on what arrives', async () => {
  await expect(withinTime(Promise.resolve('page'))).resolves.toBe('page')
})
