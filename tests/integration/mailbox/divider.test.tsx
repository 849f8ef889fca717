/** The divider between list and reader: pointer, keyboard, memory, and the window that shrinks. */
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'

openServer()

let room = 1_200
beforeEach(() => {
  room = 1_200
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: vi.fn(),
    releasePointerCapture: vi.fn(),
    hasPointerCapture: () => true,
  })
})
afterEach(() => vi.restoreAllMocks())

const divider = () => screen.findByRole('separator', { name: '邮件列表宽度' })
const stored = () => JSON.parse(window.localStorage.getItem('ep_listWidth') ?? '{}').value

async function inbox() {
  const app = await renderApp('/receive', { as: 'lin' })
  return { ...app, handle: await divider() }
}

describe('the divider', () => {
  it('says what it controls and how far it goes', async () => {
    const { handle, gateway } = await inbox()
    expect(handle).toHaveAttribute('aria-orientation', 'vertical')
    expect(handle).toHaveAttribute('aria-valuenow', '400')
    expect(handle).toHaveAttribute('aria-valuemin', '300')
    expect(handle).toHaveAttribute('aria-valuemax', '894')
    expect(handle).toHaveAttribute('aria-valuetext', '400 像素')
    expect(document.getElementById(handle.getAttribute('aria-controls') ?? '')).toBe(
      screen.getByRole('region', { name: '收件箱' }),
    )
    await gateway.close()
  })

  it.each([
    ['{ArrowLeft}', '390'],
    ['{ArrowRight}', '410'],
    ['{Shift>}{ArrowLeft}{/Shift}', '350'],
    ['{Shift>}{ArrowRight}{/Shift}', '450'],
    ['{Home}', '300'],
    ['{Home}{ArrowLeft}', '300'],
    ['{End}', '894'],
    ['{End}{ArrowRight}', '894'],
    ['{End}{Enter}', '400'],
  ])('goes with %s to %s pixels and remembers it', async (keys, width) => {
    const { handle, user, gateway } = await inbox()
    act(() => handle.focus())
    await user.keyboard(keys)
    expect(handle).toHaveAttribute('aria-valuenow', width)
    expect(handle.parentElement?.style.getPropertyValue('--mailbox-list-width')).toBe(`${width}px`)
    expect(stored()).toBe(Number(width))
    await gateway.close()
  })

  it('follows the pointer, at least 300 pixels from either side, and is remembered when let go', async () => {
    const { handle, gateway } = await inbox()
    fireEvent.pointerDown(handle, { pointerId: 1, clientX: 400, button: 0, isPrimary: true })
    expect(handle.setPointerCapture).toHaveBeenCalledWith(1)
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 520 })
    expect(handle).toHaveAttribute('aria-valuenow', '520')
    expect(stored()).toBeUndefined()
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 10 })
    expect(handle).toHaveAttribute('aria-valuenow', '300')
    fireEvent.pointerUp(handle, { pointerId: 1, clientX: 5_000 })
    expect(handle).toHaveAttribute('aria-valuenow', '894')
    expect(stored()).toBe(894)
    fireEvent.doubleClick(handle)
    expect(handle).toHaveAttribute('aria-valuenow', '400')
    await gateway.close()
  })

  it('goes back where it was when Esc is pressed on the way', async () => {
    const { handle, user, gateway } = await inbox()
    fireEvent.pointerDown(handle, { pointerId: 1, clientX: 400, button: 0, isPrimary: true })
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 600 })
    await user.keyboard('{Escape}')
    expect(handle).toHaveAttribute('aria-valuenow', '400')
    fireEvent.pointerMove(handle, { pointerId: 1, clientX: 700 })
    expect(handle).toHaveAttribute('aria-valuenow', '400')
    expect(stored()).toBeUndefined()
    await gateway.close()
  })

  it('gives way when the window shrinks, and comes back with it', async () => {
    window.localStorage.setItem('ep_listWidth', JSON.stringify({ value: 800, expires: null }))
    const { handle, gateway } = await inbox()
    expect(handle).toHaveAttribute('aria-valuenow', '800')
    room = 900
    act(() => void window.dispatchEvent(new Event('resize')))
    expect(handle).toHaveAttribute('aria-valuenow', '594')
    room = 1_300
    act(() => void window.dispatchEvent(new Event('resize')))
    expect(handle).toHaveAttribute('aria-valuenow', '800')
    await gateway.close()
  })

  it('is not there where list and reader do not stand side by side', async () => {
    setWidth(1_119)
    const { gateway } = await renderApp('/receive', { as: 'lin' })
    await screen.findByRole('region', { name: '收件箱' })
    expect(screen.queryByRole('separator', { name: '邮件列表宽度' })).toBeNull()
    await gateway.close()
  })

  it('speaks English too', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    const { gateway } = await renderApp('/receive', { as: 'lin' })
    const handle = await screen.findByRole('separator', { name: 'Width of the message list' })
    expect(handle).toHaveAttribute('aria-valuetext', '400 pixels')
    await gateway.close()
  })
})
