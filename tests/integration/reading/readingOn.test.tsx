/** Going from mail to mail, quotes behind a button, what is known of the sender, and the source. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const open = (id: string, query = '') => renderApp(`/receive/mailshow?id=${id}${query}`, { as: 'lin', gateway })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const english = () => window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))

async function three(): Promise<string[]> {
  const ids: string[] = []
  for (const subject of ['One', 'Two', 'Three']) {
    ids.push(await deliverPlain(gateway, 'lin', { subject }))
    gateway.clock.advance(60_000)
  }
  return ids
}

describe('the neighbours of a mail', () => {
  it('open by button; at the ends the button says why it cannot', async () => {
    const [, two = ''] = await three()
    const { user } = await open(two)
    await heading('Two')
    await waitFor(() => expect(screen.getByRole('button', { name: '上一封' })).not.toHaveAttribute('aria-disabled'))
    await user.click(screen.getByRole('button', { name: '下一封' }))
    await heading('One')
    const next = screen.getByRole('button', { name: '下一封' })
    expect(next).toHaveAttribute('aria-disabled', 'true')
    expect(next).toHaveAttribute('title', '已经是最后一封')
    expect(next).toHaveFocus()
    await user.click(screen.getByRole('button', { name: '上一封' }))
    await heading('Two')
    await user.click(screen.getByRole('button', { name: '上一封' }))
    await heading('Three')
    expect(screen.getByRole('button', { name: '上一封' })).toHaveAttribute('title', '已经是第一封')
  })

  it('open by the keys of the list', async () => {
    const [, two = ''] = await three()
    const { user } = await open(two)
    await heading('Two')
    await screen.findByRole('row', { name: /主题 Three，/ })
    await user.keyboard('j')
    await heading('One')
    await user.keyboard('k')
    await heading('Two')
  })

  it('on the next page are fetched from there', async () => {
    const [one = ''] = await three()
    for (let n = 3; n <= 20; n += 1) await deliverPlain(gateway, 'lin', { subject: `Newer ${n}` })
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.accounts.change(lin?.id ?? '', { pageSize: 20 })
    const { user } = await open(one, '&page=2')
    await heading('One')
    await screen.findByRole('row', { name: /主题 One，/ })
    await user.click(screen.getByRole('button', { name: '上一封' }))
    await heading('Two')
    expect(window.location.search).not.toContain('page=2')
    await user.click(screen.getByRole('button', { name: '下一封' }))
    await heading('One')
    expect(window.location.search).toContain('page=2')
  })

  it('say so in English', async () => {
    english()
    const [one = ''] = await three()
    await open(one)
    await heading('One')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Next message' })).toHaveAttribute(
        'title',
        'This is the last message of the list',
      ),
    )
  })
})

describe('the quotes of an answer', () => {
  const frame = (subject: string) => screen.getByTitle(`正文：${subject}`).getAttribute('srcdoc') ?? ''

  it('lie behind a button', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Re', text: 'Yes.\r\n\r\n> Shall we?' })
    await open(id)
    await heading('Re')
    expect(frame('Re')).toContain('<details class="ep-quote"><summary>引用的原文</summary>')
  })
})

describe('what is known of the sender', () => {
  it('is said in whole sentences', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Who' })
    const { user } = await open(id)
    await heading('Who')
    await user.click(screen.getByRole('button', { name: '展开信头' }))
    expect(screen.getByText('您的邮件服务器没有验证这位发件人。')).toBeVisible()
  })
})

describe('the source', () => {
  it.each([
    ['zh', '更多', '信头与源码', '源码', '下载 .eml'],
    ['en', 'More', 'Headers and source', 'Source', 'Download as .eml'],
  ])('%s: is shown as it was sent, beside a way to save it', async (language, more, title, source, save) => {
    if (language === 'en') english()
    const id = await deliverPlain(gateway, 'lin', { subject: 'Raw', text: '你好 <b>' })
    const { user } = await open(id)
    await heading('Raw')
    const mail = screen.getByRole('article')
    await user.click(within(mail).getByRole('button', { name: more }))
    await user.click(await screen.findByRole('menuitem', { name: title }))
    const dialog = await screen.findByRole('dialog', { name: title })
    const text = await within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: source })
    expect(text.value).toContain('Subject: Raw')
    expect(text.value).toContain('你好 <b>')
    expect(within(dialog).getByText('Subject')).toBeVisible()
    expect(within(dialog).getByRole('link', { name: save }).getAttribute('href')).toContain('downloadMail.action')
  })
})
