/** A page that is opened without a line shows what stands around the mail as it was last known, and nothing of whoever signed out. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signOut } from '#src/store/session/sessionThunks'
import { keptIn } from '../../support/browser/cachedRows'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
let isCut = false
beforeEach(async () => {
  isCut = false
  const whole = await makeTestGateway()
  gateway = { ...whole, fetch: async (request) => (isCut ? Response.error() : whole.fetch(request)) }
})
afterEach(() => gateway.close())

/** A visit with a line leaves a folder of the person's own with two unread mails in it. */
async function visited(as: string) {
  const account = await gateway.account(`${as}@ep.test`)
  const work = await gateway.stores.mailStores.of(account).createFolder('客户资料', null)
  for (const subject of ['one', 'two']) await deliverPlain(gateway, as, { subject }, work?.id ?? '')
  const visit = await renderApp('/receive', { as, gateway })
  expect(await folder(/^客户资料.*2 封未读/)).toBeVisible()
  await waitFor(async () => expect(JSON.stringify(await keptIn('lists'))).toMatch(/客户资料.*"quota":\{/))
  return visit
}

/** The page is loaded anew while nobody answers. */
async function visitedOffline({ unmount }: Awaited<ReturnType<typeof renderApp>>) {
  unmount()
  isCut = true
  return renderApp('/receive', { gateway })
}

const nav = () => screen.findByRole('navigation', { name: /邮件文件夹|Mail folders/ })
const folder = async (name: RegExp) => within(await nav()).findByRole('link', { name })

describe.each([
  ['zh-CN', 'zh', /离线，文件夹和空间用量是 .* 的/, /2 封未读/, /^已用 /, '文件夹没能载入'],
  ['en-US', 'en', /Offline: folders and space as they were on/, /2 unread/, / used$/, 'Folders could not be loaded'],
] as const)('the sidebar without a line, %s', (language, name, asOf, unread, used, failed) => {
  it('holds the person’s own folders with their last counts and the quota, and says of when', async () => {
    const visit = await visited(`desk-${name}`)
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    await visitedOffline(visit)
    expect(await screen.findByText(asOf)).toBeVisible()
    expect(await folder(unread)).toHaveAttribute('title', '客户资料')
    expect(screen.getByText(used)).toBeVisible()
    expect(screen.queryByText(failed)).toBeNull()
  })
})

it('what was told before is marked no longer once the gateway counts', async () => {
  const again = await visitedOffline(await visited('mended'))
  await screen.findByText(/离线，文件夹和空间用量/)
  await deliverPlain(gateway, 'mended', { subject: 'three' })
  isCut = false
  await again.user.click(screen.getAllByRole('button', { name: '重试' })[0] ?? document.body)
  expect(await folder(/^收件箱.*1 封未读/)).toBeVisible()
  expect(screen.queryByText(/离线，文件夹和空间用量/)).toBeNull()
})

it('S18: nothing of it is left after signing out', async () => {
  const { store } = await visited('leaves')
  await act(() => store.dispatch(signOut()))
  expect((await window.indexedDB.databases()).map(({ name }) => name)).not.toContain('ep_mails')
  expect(JSON.stringify(store.getState())).not.toContain('客户资料')
  expect(screen.queryByText('客户资料')).toBeNull()
})
