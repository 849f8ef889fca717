/** A mail with a sheet is forwarded as it was read. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen, newestOf } from './composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('wang@ep.test')
  await gateway.account('styled@ep.test')
})
afterEach(() => gateway.close())
closeComposers()

const raw = `From: wang@ep.test
Subject: Market day
Content-Type: text/html; charset=utf-8

<html><head><style>
.stall td { background: #1d3b2a url(https://track.example/leaf.png); color: #fff; font-size: 21px }
a.buy { padding: 9px; text-decoration: none; background-color: #c33 }
@media (max-width: 400px) { a.buy { width: 300px } }
</style></head><body style="background-color:#eef3ee">
<table class="stall"><tr><td>Pears <a class="buy" href="https://shop.example/">Order</a></td></tr></table></body></html>
`

it('S5: a forward shows and sends the look of the mail, and no picture of its sheet', async () => {
  const id = await gateway.deliver('styled@ep.test', raw)
  const { user, store } = await renderApp(`/writeMail?mode=forward&id=${id}`, { as: 'styled', gateway })
  leftOpen(store)
  await screen.findByLabelText('主题')
  const body = screen.getByRole('textbox', { name: '正文' })
  const cell = await waitFor(() => body.querySelector('td') ?? expect.fail('nothing is quoted'))
  expect(cell.style.backgroundColor).toBe('rgb(29, 59, 42)')
  expect(cell.style.color).toBe('rgb(255, 255, 255)')
  expect(cell.style.fontSize).toBe('21px')
  expect(body.querySelector('a')?.style.padding).toBe('9px')
  expect(body.querySelector('a')?.style.width).toBe('')
  expect(body.querySelector<HTMLElement>('blockquote > div:last-child')?.style.backgroundColor).toBe(
    'rgb(238, 243, 238)',
  )
  const lines = [...body.querySelectorAll('blockquote > div')].map((line) => line.textContent)
  expect(lines.slice(0, 4)).toEqual([
    '发件人：wang@ep.test',
    expect.stringMatching(/^日期：\d{4}年/),
    '主题：Market day',
    '',
  ])
  expect(body.innerHTML).not.toContain('track.example')

  await user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
  await user.click(screen.getByRole('button', { name: '发送' }))
  await user.click(await screen.findByRole('button', { name: '立即发送' }))
  await screen.findByRole('heading', { name: '邮件已发出' })
  await gateway.drain()
  const html = (await newestOf(gateway, 'wang@ep.test'))?.html ?? ''
  const sent = new DOMParser().parseFromString(html, 'text/html')
  expect(sent.querySelector('td')?.style.backgroundColor).toBe('rgb(29, 59, 42)')
  expect(sent.querySelector('td')?.style.fontSize).toBe('21px')
  expect(sent.querySelector('a')?.style.textDecoration).toBe('none')
  expect(sent.querySelector<HTMLElement>('blockquote > div:last-child')?.style.backgroundColor).toBe(
    'rgb(238, 243, 238)',
  )
  expect(html).not.toContain('track.example')
})
