/** Mails that leave as files: from the toolbar, a row's menu, the reader and a folder's menu, with progress and Cancel. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { readZip } from '../../support/mail/readZip'

openServer()

let gateway: TestGateway
let saved: URL[] = []
/** Stands in for the browser, which would save what the link answers. */
function keepLink(event: MouseEvent) {
  const anchor = event.target instanceof Element ? event.target.closest('a[download]') : null
  if (!(anchor instanceof HTMLAnchorElement)) return
  event.preventDefault()
  saved.push(new URL(anchor.href))
}
beforeEach(async () => {
  saved = []
  document.addEventListener('click', keepLink)
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(async () => {
  document.removeEventListener('click', keepLink)
  await gateway.close()
})

async function folder(count: number, language = 'zh-CN') {
  for (let at = 1; at <= count; at++) await deliverPlain(gateway, 'lin', { subject: `M${at}` })
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await screen.findByRole('row', { name: new RegExp(`(主题|Subject) M${count}[，,]`, 'i') })
  return app
}

/** What the browser would save: its name and its bytes. */
async function fetched() {
  await waitFor(() => expect(saved).toHaveLength(1))
  const answer = await gateway.fetch(new Request(saved[0] ?? ''))
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
  )
  return { name, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const tool = (name: string) => within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name })

describe('a single mail', () => {
  it('is saved from the row’s menu under its subject', async () => {
    const { user } = await folder(2)
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('row', { name: /主题 M2，/ }) })
    await user.click(await screen.findByRole('menuitem', { name: '另存为 .eml' }))
    const { name, bytes } = await fetched()
    expect(name).toBe('M2.eml')
    expect(bytes.toString()).toMatch(/^Subject: M2\r$/m)
  })

  it('is saved from the toolbar and from the reader in English', async () => {
    const { user } = await folder(1, 'en-US')
    await user.click(screen.getByRole('row', { name: /M1/ }))
    const reading = await screen.findByRole('region', { name: 'Open message' })
    // What comes with the text puts the toolbar in its final order.
    await within(reading).findByTitle('Body: M1')
    await user.click(await within(reading).findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as .eml' }))
    expect((await fetched()).name).toBe('M1.eml')
  })
})

describe('several mails', () => {
  it('leave as one archive, which the banner tells of and the end confirms', async () => {
    const { user } = await folder(3)
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    await user.click(tool('更多'))
    await user.click(screen.getByRole('menuitem', { name: '导出为 .zip' }))
    expect(await screen.findByText('正在导出 3 封邮件，压缩包由浏览器保存')).toBeVisible()
    expect(await screen.findByRole('progressbar', { name: '正在导出邮件：0 / 3' })).toBeVisible()
    expect(screen.getByText('正在导出邮件，已完成百分之 0')).toHaveAttribute('role', 'status')
    const { name, bytes } = await fetched()
    expect(name).toBe('收件箱.zip')
    expect([...readZip(bytes).keys()]).toEqual([
      '0001 2026-11-21 M3.eml',
      '0002 2026-11-21 M2.eml',
      '0003 2026-11-21 M1.eml',
    ])
    expect(await screen.findByText('已导出 3 封邮件')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: '正在进行的操作' })).toBeNull())
  })

  it('may be cancelled before the browser has them', async () => {
    const { user } = await folder(2, 'en-US')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('menuitem', { name: 'Export as .zip' }))
    const work = await screen.findByRole('region', { name: 'Running work' })
    await user.click(within(work).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Cancelled; 0 messages were done')).toBeVisible()
    const answer = await gateway.fetch(new Request(saved[0] ?? ''))
    expect(answer.status).toBe(404)
  })

  it('of a whole folder leave from the folder’s own menu, and some that have gone are told of', async () => {
    const { user } = await folder(3)
    const menu = await screen.findByRole('button', { name: '“收件箱”的操作' })
    await user.click(menu)
    await user.click(screen.getByRole('menuitem', { name: '导出为 .zip' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const store = lin && gateway.stores.mailStores.of(lin)
    const all = { folder: 'inbox', page: 1, pageSize: 1, sort: 'date', order: 'asc', filter: 'all' } as const
    const [oldest] = (await store?.page(all))?.list ?? []
    await store?.remove([oldest?.id ?? ''])
    expect([...readZip((await fetched()).bytes).keys()]).toHaveLength(2)
    expect(await screen.findByText('已导出 2 封邮件，另有 1 封已不存在')).toBeVisible()
  })
})
