import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pauseMs, useTypedOver } from '#src/app/overlays/useTypedOver'

let field: HTMLInputElement
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<input>'
  field = document.querySelector('input') ?? document.createElement('input')
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

/** Whether the key gets through. */
const press = (key: string) => fireEvent.keyDown(field, { key })

it('lets no key in until nobody has pressed one for a moment', () => {
  field.focus()
  renderHook(() => useTypedOver())
  vi.advanceTimersByTime(pauseMs - 1)
  expect(press('a')).toBe(false)
  vi.advanceTimersByTime(pauseMs - 1)
  expect([press('Enter'), press('Escape')]).toEqual([false, false])
  vi.advanceTimersByTime(pauseMs)
  expect(press('Enter')).toBe(true)
})

it('lets keys in at once where nothing was being written', () => {
  renderHook(() => useTypedOver())
  expect(press('a')).toBe(true)
})

it.each([
  ['a press of the pointer', () => fireEvent.pointerDown(field)],
  ['what a password manager fills in', () => fireEvent.input(field)],
  ['the Tab key', () => press('Tab')],
])('%s ends it', (_name, act) => {
  field.focus()
  renderHook(() => useTypedOver())
  expect(press('a')).toBe(false)
  act()
  expect(press('a')).toBe(true)
})

it('ends with what lies on top', () => {
  field.focus()
  renderHook(() => useTypedOver()).unmount()
  expect(press('a')).toBe(true)
})
