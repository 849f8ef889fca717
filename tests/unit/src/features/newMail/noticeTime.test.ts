/** The five seconds of a notice, with the clock in hand (SPEC §4; BEHAVIOUR §22). */
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { badgedIcon } from '#src/features/newMail/badgedIcon'
import { useNoticeTime } from '#src/features/newMail/banner/useNoticeTime'
import type { Services } from '#src/store/services'
import { ServicesProvider } from '#src/store/servicesContext'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function shown(isHeld: boolean) {
  const onEnd = vi.fn()
  // The hook asks the world for nothing but the time.
  const services = { now: Date.now } as Services
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(ServicesProvider, { value: services }, children)
  const { rerender } = renderHook(({ held }) => useNoticeTime(5_000, held, onEnd), {
    wrapper,
    initialProps: { held: isHeld },
  })
  return { onEnd, hold: (held: boolean) => rerender({ held }) }
}

it('ends after five seconds', () => {
  const { onEnd } = shown(false)
  vi.advanceTimersByTime(4_999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('does not run while it is held, and goes on from where it was', () => {
  const { onEnd, hold } = shown(false)
  vi.advanceTimersByTime(3_000)
  hold(true)
  vi.advanceTimersByTime(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  hold(false)
  vi.advanceTimersByTime(1_999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('does not begin on a tab that nobody sees', () => {
  const { onEnd, hold } = shown(true)
  vi.advanceTimersByTime(60_000)
  hold(false)
  vi.advanceTimersByTime(4_999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

it.each([
  [3, '>3<'],
  [42, '>42<'],
  [100, '>99+<'],
])('puts %i on the icon without asking anything of the network', (count, text) => {
  const address = badgedIcon(count)
  expect(address).toMatch(/^data:image\/svg\+xml,/)
  expect(decodeURIComponent(address)).toContain(text)
})
