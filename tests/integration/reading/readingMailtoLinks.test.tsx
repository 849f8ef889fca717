/** Mail links within a message open our own composer, filled; aside, they open its page in a new tab. */
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen } from '../compose/composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
})
// The last named goes first: composers still speak to the gateway as they close.
afterEach(() => {
  cleanup()
  return gateway.close()
})
closeComposers()
afterEach(() => vi.restoreAllMocks())

const link = 'mailto:tips+news@shop.example?subject=A+B%20%E4%BD%A0&cc=li@ep.test&attach=/etc/passwd&body=one%0D%0Atwo'

/** The environment draws no frame from its text, so what stands in that text is put into it. */
async function frameOf(as: string, type: string, body: string) {
  await gateway.account(`${as}@ep.test`)
  const letter = `From: Shop <shop@shop.example>\nSubject: Write\nContent-Type: ${type}; charset=utf-8\n\n${body}\n`
  const id = await gateway.deliver(`${as}@ep.test`, letter)
  const app = await renderApp(`/receive/mailshow?id=${id}`, { as, gateway })
  leftOpen(app.store)
  const frame = await screen.findByTitle<HTMLIFrameElement>('正文：Write')
  const inner = frame.contentDocument
  if (inner === null) throw new Error('The frame holds nothing')
  const drawn = new DOMParser().parseFromString(frame.getAttribute('srcdoc') ?? '', 'text/html')
  inner.body.append(...drawn.body.children)
  fireEvent.load(frame)
  const found = inner.querySelector('a')
  if (found === null) throw new Error('There is no link')
  return found
}

describe('a mail link in a message', () => {
  it.each([
    ['html', 'text/html', `<p><a href="${link.replaceAll('&', '&amp;')}"><b>Write to us</b></a></p>`],
    ['plain', 'text/plain', `Write to ${link}`],
  ])('of %s opens the composer, filled, and is not left to the system', async (as, type, body) => {
    const found = await frameOf(as, type, body)
    const target = found.querySelector('b') ?? found
    const click = createEvent.click(target)
    fireEvent(target, click)
    expect(click.defaultPrevented).toBe(true)
    expect(await screen.findByRole('button', { name: '移除 tips+news@shop.example' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '移除 li@ep.test' })).toBeInTheDocument()
    expect(screen.getByLabelText('主题')).toHaveValue('A+B 你')
    expect(screen.getByRole('textbox', { name: '正文' }).innerHTML).toMatch(
      /<div dir="auto">one<\/div><div dir="auto">two<\/div>/,
    )
  })

  it.each([
    ['middle', { button: 1 }],
    ['control', { ctrlKey: true }],
  ])('opened aside (%s) opens the composer of a tab of its own', async (as, init) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const found = await frameOf(as, 'text/html', `<a href="mailto:x@shop.example">x</a>`)
    const kind = 'button' in init ? 'auxclick' : 'click'
    const press = new MouseEvent(kind, { ...init, bubbles: true, cancelable: true })
    fireEvent(found, press)
    expect(press.defaultPrevented).toBe(true)
    const path = `/writeMail?mailto=${encodeURIComponent('mailto:x@shop.example')}`
    expect(opened).toHaveBeenCalledExactlyOnceWith(path, '_blank', 'noopener')
    await waitFor(() => expect(screen.queryByLabelText('主题')).not.toBeInTheDocument())
  })

  it('S7: leaves every other link, and the menu of the right button, to the browser', async () => {
    const found = await frameOf('others', 'text/html', `<a href="https://shop.example/">x</a>`)
    const click = createEvent.click(found)
    fireEvent(found, click)
    expect(click.defaultPrevented).toBe(false)
    found.setAttribute('href', 'mailto:x@shop.example')
    const menu = new MouseEvent('auxclick', { button: 2, bubbles: true, cancelable: true })
    fireEvent(found, menu)
    expect(menu.defaultPrevented).toBe(false)
  })
})
