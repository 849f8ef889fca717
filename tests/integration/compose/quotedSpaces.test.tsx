/** Code and tables that are quoted: with their spaces, in the editor, in plain text and in what is sent. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingChosen } from '#src/store/settings/settings'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen, newestOf } from './composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('wang@ep.test')
})
afterEach(() => gateway.close())
closeComposers()

const code = 'while true:\n    wait()\n\tgo()\nitem    count\na\tb\n'
const shown = ['while true:', '    wait()', '        go()', 'item    count', 'a       b']
const head = 'From: wang@ep.test\nSubject: Code\nContent-Type: '
const plain = `${head}text/plain; charset=utf-8\n\n${code}`
const pre = `${head}text/html; charset=utf-8\n\n<pre>${code}</pre>`
const styled = `${head}text/html; charset=utf-8\n\n<div style="white-space: pre-wrap">${code}</div>`

const body = () => screen.getByRole('textbox', { name: '正文' })

/** What a person sees of the editor: each line, its spaces as they are shown. */
function linesOf(element: Element): string[] {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('no element')
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n')
  for (const line of copy.querySelectorAll('div > div, blockquote > div')) line.append('\n')
  return (copy.textContent ?? '').replaceAll('\u00a0', ' ').split('\n')
}

async function openAnswer(as: string, mode: string, raw: string, writing: 'plain' | 'formatted') {
  await gateway.account(`${as}@ep.test`)
  const id = await gateway.deliver(`${as}@ep.test`, raw)
  const account = await gateway.stores.accounts.byAddress(`${as}@ep.test`)
  await gateway.stores.settings.change(account?.id ?? '', { writing })
  const app = await renderApp(`/writeMail?mode=${mode}&id=${id}`, { as, gateway })
  app.store.dispatch(settingChosen({ writing }))
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}

async function sent(user: Awaited<ReturnType<typeof renderApp>>['user'], mode: string) {
  if (mode === 'forward') await user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
  await user.click(screen.getByRole('button', { name: '发送' }))
  await user.click(await screen.findByRole('button', { name: '立即发送' }))
  await screen.findByRole('heading', { name: '邮件已发出' })
  await gateway.drain()
  return newestOf(gateway, 'wang@ep.test')
}

describe('quoted text keeps its spaces', () => {
  it.each([
    ['reply', plain],
    ['forward', plain],
    ['reply', styled],
  ] as const)('in a formatted %s', async (mode, raw) => {
    const { user } = await openAnswer('spaces', mode, raw, 'formatted')
    const quote = await waitFor(() => body().querySelector('blockquote') ?? expect.fail('nothing is quoted'))
    expect(linesOf(quote).slice(0, shown.length)).toEqual(shown)
    const mail = await sent(user, mode)
    const said = (mail?.text ?? '').split('\n').map((line) => line.replace(/^> /, ''))
    for (const line of shown) expect(said).toContain(line)
    for (const line of shown) expect((mail?.html ?? '').replaceAll('&nbsp;', ' ')).toContain(line)
  })

  it.each([
    ['reply', plain, shown],
    ['reply', styled, shown],
    ['reply', pre, code.trimEnd().split('\n')],
  ] as const)('in a plain %s', async (mode, raw, lines) => {
    const { user } = await openAnswer('plain', mode, raw, 'plain')
    const quoted = lines.map((line) => `> ${line}`)
    await waitFor(() => expect(String(body().textContent)).toContain(quoted.join('\n')))
    const mail = await sent(user, mode)
    expect(mail?.html).toBeNull()
    expect(mail?.text).toContain(quoted.join('\n'))
  })
})
