/** What becomes of unsent words when somebody signs out, or another person signs in. */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { saveDraft } from '#contract/endpoints/sending/sending'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { refuseOnce } from '../compose/composeFaults'

openServer()

async function draftsOf(gateway: TestGateway, who: string) {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder: 'draft', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(owner).page(query))?.list ?? []).map(({ subject }) => subject)
}

async function writing(as: string) {
  const gateway = await makeTestGateway()
  const app = await renderApp('/receive', { as, gateway })
  await app.user.click(await screen.findByRole('button', { name: '写信' }))
  // Its code is fetched only now.
  const composer = await screen.findByRole('dialog', { name: '写信：新邮件' })
  await app.user.click(await within(composer).findByLabelText('主题'))
  await app.user.paste('秘密')
  return { ...app, gateway }
}

async function signOut(user: UserEvent, as: string) {
  await user.click(screen.getByRole('button', { name: new RegExp(as) }))
  await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
}

describe('S18: signing out by hand', () => {
  it('saves what is being written, and leaves nothing of it in this browser', async () => {
    const { user, gateway, services, store } = await writing('leaver')
    await signOut(user, 'leaver')
    await waitFor(() => expect(store.getState().session.status).toBe('anonymous'))
    expect(await draftsOf(gateway, 'leaver')).toEqual(['秘密'])
    await waitFor(async () => expect(await services.localDrafts.ofAccount('leaver@ep.test')).toEqual([]))
    expect(window.sessionStorage.getItem('ep_composers')).toBeNull()
  })

  it('asks where the gateway does not have it: the words stay with who stays, and go with who goes', async () => {
    const { user, services, store } = await writing('asked')
    server.use(...Array.from({ length: 8 }, () => refuseOnce(saveDraft, 'storeAway')))
    await signOut(user, 'asked')
    const question = await screen.findByRole('dialog', { name: '退出登录并删除未保存的内容？' })
    expect(question).toHaveTextContent('有 1 封未发送的邮件')
    await user.click(within(question).getByRole('button', { name: '不退出' }))
    expect(await screen.findByRole('dialog', { name: '写信：秘密' })).toBeVisible()
    expect(await services.localDrafts.ofAccount('asked@ep.test')).toHaveLength(1)
    await signOut(user, 'asked')
    await user.click(await screen.findByRole('button', { name: '删除并退出' }))
    await waitFor(() => expect(store.getState().session.status).toBe('anonymous'))
    await waitFor(async () => expect(await services.localDrafts.ofAccount('asked@ep.test')).toEqual([]))
  })
})

it('S18: what a lost session left of one person’s words is gone once another signs in', async () => {
  const gateway = await makeTestGateway()
  const app = await renderApp('/login', { gateway })
  const { localDrafts } = app.services
  const left = { changedAt: 1, draftId: null, content: {} }
  await localDrafts.put({ ...left, key: 'a', account: 'one@ep.test' })
  await localDrafts.put({ ...left, key: 'b', account: 'other@ep.test' })
  app.unmount()
  await renderApp('/receive', { as: 'other', gateway })
  await waitFor(async () => expect(await localDrafts.ofAccount('one@ep.test')).toEqual([]))
  expect(await localDrafts.ofAccount('other@ep.test')).toHaveLength(1)
})
