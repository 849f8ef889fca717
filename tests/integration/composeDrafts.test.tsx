/** Drafts over a reload: what is offered, what is opened, and that one mail stays one draft. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { saveDraft } from '../../src/contract/endpoints/sending'
import type { AppStore } from '../../src/store/typed'
import { makeTestGateway, type TestGateway } from '../support/gateway'
import { openServer, renderApp, server } from '../support/renderApp'
import { refuseOnce } from './composeFaults'

openServer()

const stores: AppStore[] = []
afterEach(async () => {
  cleanup()
  await waitFor(() => {
    for (const store of stores) expect(Object.keys(store.getState().compose?.open ?? {})).toEqual([])
  })
  stores.length = 0
})

async function opened(as: string, path: string, gateway: TestGateway) {
  const app = await renderApp(path, { as, gateway })
  stores.push(app.store)
  await screen.findByLabelText('主题')
  return app
}

async function draftsOf(gateway: TestGateway, who: string) {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder: 'draft', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  return (await gateway.stores.mailStores.of(owner).page(query))?.list ?? []
}

const address = () => window.location.pathname + window.location.search

describe('loading the page anew', () => {
  it('R4: opens the saved draft and offers nothing, since this device keeps no copy of it', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('reload', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('主题'), '已保存')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    await waitFor(() => expect(address()).toMatch(/^\/writeMail\?draft=./))
    await waitFor(async () => expect(await first.services.localDrafts.ofAccount('reload@ep.test')).toEqual([]))
    const at = address()
    first.unmount()
    await opened('reload', at, gateway)
    expect(screen.getByLabelText('主题')).toHaveValue('已保存')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('R4: a copy restored stays tied to its draft: its time is shown and no second draft is made', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('tied', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('主题'), '一')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    server.use(refuseOnce(saveDraft, 'storeAway'))
    await first.user.type(screen.getByLabelText('主题'), '二')
    first.unmount()
    await waitFor(() => expect(first.store.getState().compose?.open).toEqual({}))
    const second = await opened('tied', '/writeMail', gateway)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).queryByText('从未保存')).not.toBeInTheDocument()
    await second.user.click(within(dialog).getByRole('button', { name: '恢复' }))
    expect(Object.values(second.store.getState().compose?.open ?? {})[0]).toMatchObject({
      composer: { savedAt: expect.any(Number), draftId: expect.any(String) },
    })
    await second.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    expect((await draftsOf(gateway, 'tied')).map(({ subject }) => subject)).toEqual(['一二'])
  })
})

it('a mail without a word makes no draft, whatever was pressed or taken back', async () => {
  const gateway = await makeTestGateway()
  const { user, store } = await opened('blank', '/writeMail', gateway)
  await user.click(screen.getByLabelText('主题'))
  await user.keyboard('{Control>}s{/Control}')
  await user.keyboard('a{Backspace}')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() =>
    expect(Object.values(store.getState().compose?.open ?? {})[0]).toMatchObject({ composer: { saving: 'idle' } }),
  )
  expect(await draftsOf(gateway, 'blank')).toEqual([])
})

it.each(['/Success', '/Success?id=none'])('%s claims nothing of a mail that nobody knows', async (path) => {
  const gateway = await makeTestGateway()
  await renderApp(path, { as: 'claims', gateway })
  await waitFor(() => expect(window.location.pathname).toBe('/receive'))
  expect(screen.queryByText('邮件已发出')).not.toBeInTheDocument()
})
