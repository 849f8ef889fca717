/** Drafts over a reload: what is offered, what is opened, and that one mail stays one draft. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { openCompose, saveDraft } from '#contract/endpoints/sending/sending'
import { languageChosen } from '#src/store/settings/preferences'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { refuseOnce, unreachableOnce } from './composeFaults'
import { closeComposers, leavePage, leftOpen } from './composeSetup'

openServer()
closeComposers()

async function opened(as: string, path: string, gateway: TestGateway) {
  const app = await renderApp(path, { as, gateway })
  leftOpen(app.store)
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
  it('R4: opens the saved draft and offers nothing, since the gateway has every word', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('reload', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('主题'), '已保存')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    await waitFor(() => expect(address()).toMatch(/^\/writeMail\?draft=./))
    await waitFor(async () => expect(await first.services.localDrafts.ofAccount('reload@ep.test')).toEqual([]))
    const at = address()
    await leavePage(first)
    await opened('reload', at, gateway)
    expect(screen.getByLabelText('主题')).toHaveValue('已保存')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('R5, R7: opens what was saved without the gateway, and never puts it in the place of a newer version', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('away', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('主题'), '路上写的')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    const at = await waitFor(() => {
      expect(address()).toMatch(/^\/writeMail\?draft=./)
      return address()
    })
    await leavePage(first)
    server.use(unreachableOnce(openCompose, []))
    const { user, services, store } = await opened('away', at, gateway)
    expect(screen.getByLabelText('主题')).toHaveValue('路上写的')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const [entry] = Object.values(store.getState().compose?.open ?? {})
    if (entry?.status !== 'ready' || entry.composer.draftId === null) expect.fail('the draft is not open')
    const { draftId, content } = entry.composer
    const newer = { subject: '别处改过', html: '', writer: 'other', lineage: content.lineage, draftId }
    expect(await services.call(saveDraft, newer)).toMatchObject({ ok: true })
    await user.type(screen.getByLabelText('主题'), '！')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('dialog', { name: '此草稿已在其他窗口中修改' })).toBeVisible()
    expect((await draftsOf(gateway, 'away')).map(({ subject }) => subject)).toEqual(['别处改过'])
    await user.click(screen.getByRole('button', { name: '使用其他窗口的' }))
    await waitFor(() => expect(screen.getByLabelText('主题')).toHaveValue('别处改过'))
  })

  it('R7: makes no new version of an opened draft when only the language is switched', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('tongue', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('主题'), '原文')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    await waitFor(() => expect(address()).toMatch(/^\/writeMail\?draft=./))
    const at = address()
    await leavePage(first)
    const again = await opened('tongue', at, gateway)
    await screen.findByRole('textbox', { name: '正文' })
    again.store.dispatch(languageChosen('en-US'))
    const body = await screen.findByRole('textbox', { name: 'Text' })
    await again.user.click(body)
    // Saving reads the editor at once, which has heard of its new name by now.
    await again.user.keyboard('{Control>}s{/Control}')
    const [entry] = Object.values(again.store.getState().compose?.open ?? {})
    expect(entry).toMatchObject({ status: 'ready', composer: { changedAt: null } })
    await again.user.keyboard('new words')
    await waitFor(() => {
      const [written] = Object.values(again.store.getState().compose?.open ?? {})
      expect(written).toMatchObject({ composer: { content: { html: expect.stringContaining('new words') } } })
    })
  })

  it('R4: a copy restored stays tied to its draft: its time is shown and no second draft is made', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('tied', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('主题'), '一')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    server.use(refuseOnce(saveDraft, 'storeAway'))
    await first.user.type(screen.getByLabelText('主题'), '二')
    await leavePage(first)
    const second = await opened('tied', '/writeMail', gateway)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).queryByText('从未保存')).not.toBeInTheDocument()
    expect(within(dialog).getByRole('button', { name: '恢复' })).toHaveFocus()
    await second.user.tab({ shift: true })
    expect(within(dialog).getByRole('button', { name: '使用已存草稿' })).toHaveFocus()
    await second.user.tab()
    await second.user.keyboard('{Enter}')
    // Nobody is addressed yet, so the writing goes on there.
    await waitFor(() => expect(screen.getByLabelText('收件人')).toHaveFocus())
    expect(Object.values(second.store.getState().compose?.open ?? {})[0]).toMatchObject({
      composer: { savedAt: expect.any(Number), draftId: expect.any(String) },
    })
    await second.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    expect((await draftsOf(gateway, 'tied')).map(({ subject }) => subject)).toEqual(['一二'])
  })
})

describe('what is written', () => {
  it('R4: is on this device as soon as it is written, before the gateway is given it', async () => {
    const gateway = await makeTestGateway()
    const { user, services } = await opened('device', '/writeMail', gateway)
    await user.type(screen.getByLabelText('主题'), '合')
    await waitFor(async () =>
      expect(await services.localDrafts.ofAccount('device@ep.test')).toMatchObject([
        { content: { content: { subject: '合' } } },
      ]),
    )
    expect(await draftsOf(gateway, 'device')).toEqual([])
  })

  for (const leaving of ['pagehide', 'beforeunload'])
    it(`R4: is on its way into this device at once when the page goes, the editor's last words too (${leaving})`, async () => {
      const { user, services } = await opened(leaving, '/writeMail', await makeTestGateway())
      await user.click(await screen.findByRole('textbox', { name: '正文' }))
      const put = vi.spyOn(services.localDrafts, 'put')
      await user.keyboard('last')
      window.dispatchEvent(new Event(leaving))
      const html = expect.stringContaining('last')
      expect(put).toHaveBeenLastCalledWith(
        expect.objectContaining({ content: expect.objectContaining({ content: expect.objectContaining({ html }) }) }),
      )
    })

  it('R4: words written while a draft is being saved are kept beside it as part of that draft', async () => {
    const gateway = await makeTestGateway()
    const { user, services, store } = await opened('beside', '/writeMail', gateway)
    const [asked, answer] = [heldLine(), heldLine()]
    const held = http.post(
      `*/${saveDraft.path}`,
      async () => {
        asked.letGo()
        await answer.over
        return undefined
      },
      { once: true },
    )
    server.use(held)
    await user.type(screen.getByLabelText('主题'), '合')
    await user.keyboard('{Control>}s{/Control}')
    await asked.over
    await user.type(screen.getByLabelText('主题'), '同')
    const put = vi.spyOn(services.localDrafts, 'put')
    answer.letGo()
    await waitFor(() => expect(put).toHaveBeenCalled())
    const [entry] = Object.values(store.getState().compose?.open ?? {})
    const draftId = entry?.status === 'ready' ? entry.composer.draftId : null
    expect(draftId).toEqual(expect.any(String))
    const content = expect.objectContaining({ content: expect.objectContaining({ subject: '合同' }) })
    expect(put).toHaveBeenLastCalledWith(expect.objectContaining({ draftId, content }))
  })

  it('R5: is one draft, though the answer to its first saving was lost', async () => {
    const gateway = await makeTestGateway()
    const { user } = await opened('unanswered', '/writeMail', gateway)
    server.use(
      http.post(
        '*/webmail/writemail/saveDraft.action',
        async ({ request }) => {
          await gateway.fetch(request)
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await user.type(screen.getByLabelText('主题'), '合')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('离线，已保存在本设备')
    expect(await draftsOf(gateway, 'unanswered')).toHaveLength(1)
    await user.type(screen.getByLabelText('主题'), '同')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    expect((await draftsOf(gateway, 'unanswered')).map(({ subject }) => subject)).toEqual(['合同'])
  })

  it('R5: is said to be nowhere where neither the gateway nor this device takes it', async () => {
    const gateway = await makeTestGateway()
    const { user, services } = await opened('nowhere', '/writeMail', gateway)
    vi.spyOn(services.localDrafts, 'put').mockRejectedValue(new Error('full'))
    server.use(refuseOnce(saveDraft, 'storeAway'))
    await user.type(screen.getByLabelText('主题'), '合')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('未能保存，请勿关闭此页')).toBeInTheDocument()
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
