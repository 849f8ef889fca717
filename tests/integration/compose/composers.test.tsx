/** Several mails written at once beside the desk, through the real router, store and gateway. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { moveMails } from '#contract/endpoints/mail/mail'
import { openCompose, saveDraft } from '#contract/endpoints/sending/sending'
import { uploadPart } from '#contract/endpoints/sending/uploads'
import { selectDocked } from '#src/store/shell/composers'
import { gatewayHandlers } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { lostOnce, refuseOnce, unreachableOnce } from './composeFaults'
import { closeComposers, leavePage, leftOpen, sendOption } from './composeSetup'

openServer()
closeComposers()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  await deliverPlain(gateway, 'lin', { subject: 'One', from: 'Wang <wang@ep.test>' })
  await deliverPlain(gateway, 'lin', { subject: 'Two', from: 'Chen <chen@ep.test>' })
})

async function desk(path = '/receive') {
  const app = await renderApp(path, { as: 'lin', gateway })
  leftOpen(app.store)
  await screen.findByRole('button', { name: '写信' })
  return app
}

/** Opens a new mail beside the desk. */
async function begin(user: UserEvent, subject: string) {
  await user.click(screen.getByRole('button', { name: '写信' }))
  // Its code is fetched only now.
  const composer = await screen.findByRole('dialog', { name: '写信：新邮件' })
  await waitFor(() => expect(within(composer).getByLabelText('收件人')).toHaveFocus())
  if (subject === '') return composer
  await user.click(within(composer).getByLabelText('主题'))
  await user.paste(subject)
  return composer
}

const composerOf = (subject: string) => screen.findByRole('dialog', { name: `写信：${subject}` })

async function mailsIn(who: string, folder: string) {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder, page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  const page = await gateway.stores.mailStores.of(owner).page(query)
  return page?.list ?? []
}
const subjects = async (who: string, folder: string) =>
  (await mailsIn(who, folder)).map(({ subject }) => subject).toSorted()
const idsOf = async (folder: string) => (await mailsIn('lin', folder)).map(({ id }) => id)

describe('beside the desk', () => {
  it('answers a mail while another is read, and sends each on its own without leaving the page', async () => {
    const { user } = await desk()
    ;(await screen.findByRole('row', { name: /One/ })).focus()
    await user.keyboard('r')
    const reply = await composerOf('Re: One')
    await user.click(screen.getByRole('row', { name: /Two/ }))
    expect(await screen.findByRole('heading', { name: 'Two' })).toBeVisible()
    const own = await begin(user, 'Own')
    expect(screen.getAllByRole('dialog')).toEqual([reply, own])
    await user.click(within(own).getByLabelText('收件人'))
    await user.paste('wang@ep.test;')
    await user.click(within(own).getByRole('button', { name: '发送' }))
    await waitFor(() => expect(own).not.toBeInTheDocument())
    await user.click(within(reply).getByRole('button', { name: '发送' }))
    await waitFor(() => expect(reply).not.toBeInTheDocument())
    expect(window.location.pathname).toBe('/receive/mailshow')
    // One notice at a time: the newest, then the other.
    for (const subject of ['Re: One', 'Own']) {
      expect(await screen.findByText(`正在发送“${subject}”`)).toBeVisible()
      await user.click(screen.getByRole('button', { name: '立即发送' }))
    }
  })

  it('sends to each alone without leaving the page, and says behind a link whom it reached', async () => {
    const { user } = await desk()
    const own = await begin(user, 'Own')
    await user.click(await sendOption(user, 'checkbox', '分别发送'))
    await user.click(within(own).getByLabelText('分别发给'))
    await user.paste('wang@ep.test;lin@ep.test;')
    await user.click(within(own).getByRole('button', { name: '发送' }))
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    expect(window.location.pathname).toBe('/receive')
    await user.click(await screen.findByRole('link', { name: '详情' }))
    expect(await screen.findByText('已分别发给 2 人')).toBeVisible()
    expect(window.location.pathname).toBe('/Success')
  })

  it('Esc folds it to its title with what became of the text, gives the focus back, and a press takes it up again', async () => {
    const { user } = await desk()
    const composer = await begin(user, 'Kept')
    await user.keyboard('{Control>}s{/Control}')
    expect(await within(composer).findByText(/草稿已于/)).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: '写信' })).toHaveFocus()
    expect(within(composer).getByLabelText('主题')).not.toBeVisible()
    expect(within(composer).getByText(/草稿已于/)).toBeVisible()
    const title = within(composer).getByRole('button', { name: 'Kept' })
    expect(title).toHaveAttribute('aria-expanded', 'false')
    await user.click(title)
    expect(within(composer).getByLabelText('收件人')).toHaveFocus()
    await user.click(within(composer).getByRole('button', { name: '全屏' }))
    expect(composer).toHaveClass('compose-docked-full')
    await user.click(within(composer).getByRole('button', { name: '退出全屏' }))
    expect(composer).toHaveClass('compose-docked-docked')
  })

  it('Esc in half a recipient clears that, and only then folds it', async () => {
    const { user } = await desk()
    const composer = await begin(user, '')
    await user.type(within(composer).getByLabelText('收件人'), '王')
    await user.keyboard('{Escape}')
    expect(within(composer).getByLabelText('收件人')).toHaveValue('')
    expect(within(composer).getByLabelText('主题')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(within(composer).getByLabelText('主题')).not.toBeVisible()
  })

  it('closed, it saves the draft and says so; without a word it says and leaves nothing', async () => {
    const { user } = await desk()
    const empty = await begin(user, '')
    await user.click(within(empty).getByRole('button', { name: '保存并关闭' }))
    expect(empty).not.toBeInTheDocument()
    const written = await begin(user, 'Draft')
    await user.click(within(written).getByRole('button', { name: '保存并关闭' }))
    expect(await screen.findByText('草稿已保存')).toBeVisible()
    expect(await subjects('lin', 'draft')).toEqual(['Draft'])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('Ctrl+. goes from one to the next, and letters typed on its buttons are no commands of the list', async () => {
    const { user } = await desk()
    const first = await begin(user, 'First')
    const second = await begin(user, 'Second')
    await user.keyboard('{Control>}.{/Control}')
    expect(first.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Control>}.{/Control}')
    expect(second.contains(document.activeElement)).toBe(true)
    within(second).getByRole('button', { name: '最小化' }).focus()
    await user.keyboard('c')
    expect(screen.getAllByRole('dialog')).toHaveLength(2)
  })

  it('stays open over folders, and what finds no room is in a menu', async () => {
    const { user } = await desk()
    for (const subject of ['A', 'B', 'C']) await begin(user, subject)
    await user.click(screen.getByRole('link', { name: /草稿箱/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/draft'))
    await user.click(await screen.findByRole('button', { name: /还有 \d 封/ }))
    await user.click(screen.getByRole('menuitem', { name: 'A' }))
    expect(within(await composerOf('A')).getByLabelText('收件人')).toHaveFocus()
  })
})

describe('what is written', () => {
  it('R4: comes back after a reload, saved or not, without a question', async () => {
    const first = await desk()
    await begin(first.user, 'Saved')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    server.use(...Array.from({ length: 4 }, () => unreachableOnce(saveDraft, [])))
    const unsaved = await begin(first.user, 'Unsaved')
    await first.user.click(within(unsaved).getByRole('button', { name: '最小化' }))
    await waitFor(async () =>
      expect((await first.services.localDrafts.ofAccount('lin@ep.test'))[0]?.content).toMatchObject({
        content: { subject: 'Unsaved' },
      }),
    )
    await leavePage(first)
    server.resetHandlers()
    const again = await desk('/sent')
    const restored = await composerOf('Unsaved')
    expect(within(restored).getByLabelText('主题')).toHaveValue('Unsaved')
    expect(within(restored).getByLabelText('主题')).not.toBeVisible()
    // Whatever was open before, nothing covers the list that one comes for.
    expect(within(await composerOf('Saved')).getByLabelText('主题')).not.toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(2)
    await again.user.click(within(restored).getByRole('button', { name: '展开' }))
    await again.user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect(await subjects('lin', 'draft')).toEqual(['Saved', 'Unsaved']))
  })

  it('does not come back after a reload where nothing was written in it', async () => {
    const first = await desk()
    await begin(first.user, 'Saved')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    await begin(first.user, '')
    await leavePage(first)
    await desk('/sent')
    await composerOf('Saved')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('is thrown away with its draft, and comes back with every word and file', async () => {
    vi.stubGlobal('File', File)
    const { user, store } = await desk()
    const composer = await begin(user, 'Regretted')
    await user.click(within(composer).getByLabelText('收件人'))
    await user.paste('wang@ep.test;')
    const choose = (name: string) => {
      const files = [new File(['x'], name, { type: 'text/plain' })]
      fireEvent.change(within(composer).getByLabelText('选择文件'), { target: { files } })
    }
    choose('a.txt')
    await within(composer).findByRole('button', { name: '移除 a.txt' })
    await user.keyboard('{Control>}s{/Control}')
    expect(await within(composer).findByText(/草稿已于/)).toBeVisible()
    const hangs = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
    server.use(http.post(`*/${uploadPart.path}`, hangs, { once: true }))
    choose('slow.txt')
    await within(composer).findByRole('button', { name: '取消上传 slow.txt' })
    // Earlier, what is brought back would be the first to ask.
    await waitFor(() => expect(hangs).toHaveBeenCalled())
    await user.click(within(composer).getByRole('button', { name: '舍弃' }))
    expect(await screen.findByText('草稿已舍弃')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(store.getState().compose?.open).toEqual({})
    expect(await subjects('lin', 'draft')).toEqual([])
    expect(await subjects('lin', 'deleted')).toEqual(['Regretted'])
    await user.click(screen.getByRole('button', { name: '撤销' }))
    const again = within(await composerOf('Regretted'))
    expect(await again.findByRole('button', { name: '移除 a.txt' })).toBeVisible()
    expect(await again.findByRole('button', { name: '移除 slow.txt' })).toBeVisible()
    expect(again.getByRole('button', { name: 'wang@ep.test' })).toBeVisible()
    expect(await subjects('lin', 'deleted')).toEqual([])
    await user.click(again.getByRole('button', { name: '发送' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await subjects('lin', 'draft')).toEqual([])
  })

  it('never saved, comes back all the same; without a word it goes without one', async () => {
    const { user, services } = await desk()
    const empty = await begin(user, '')
    await user.click(within(empty).getByRole('button', { name: '舍弃' }))
    await waitFor(() => expect(empty).not.toBeInTheDocument())
    expect(screen.queryByText('草稿已舍弃')).not.toBeInTheDocument()
    const composer = await begin(user, 'Unsaved')
    await user.click(within(composer).getByRole('button', { name: '舍弃' }))
    await screen.findByText('草稿已舍弃')
    expect(await services.localDrafts.ofAccount('lin@ep.test')).toEqual([])
    expect(await subjects('lin', 'draft')).toEqual([])
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(within(await composerOf('Unsaved')).getByLabelText('主题')).toHaveValue('Unsaved')
  })

  it('opens by itself once the network is back, where the gateway alone holds it', async () => {
    const { user, services } = await desk()
    const composer = await begin(user, 'Held')
    await user.keyboard('{Control>}s{/Control}')
    await within(composer).findByText(/草稿已于/)
    await user.click(within(composer).getByRole('button', { name: '保存并关闭' }))
    await user.click(screen.getByRole('link', { name: /草稿箱/ }))
    const row = await screen.findByRole('row', { name: /Held/ })
    await services.localDrafts.removeWhere(() => true)
    server.use(unreachableOnce(openCompose, []))
    await user.click(row)
    expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByLabelText('主题')).toHaveValue('Held')
  })

  it.each([true, false])('goes on in a window of its own with every word; a new window opens: %s', async (opens) => {
    const { user, store } = await desk()
    const composer = await begin(user, 'Elsewhere')
    const open = vi.spyOn(window, 'open').mockReturnValue(opens ? window : null)
    await user.type(within(composer).getByLabelText('主题'), ' and typed just now')
    await user.click(within(composer).getByRole('button', { name: '在新窗口中写' }))
    await waitFor(() => expect(open).toHaveBeenCalledOnce())
    expect(composer).not.toBeInTheDocument()
    expect(selectDocked(store.getState())).toEqual([])
    const address = String(open.mock.calls[0]?.[0])
    expect(address).toMatch(/^\/writeMail\?mode=new&draft=[^&]+&kept=/)
    open.mockRestore()
    if (!opens) expect(await screen.findByLabelText('主题')).toHaveValue('Elsewhere and typed just now')
    expect(await subjects('lin', 'draft')).toEqual(['Elsewhere and typed just now'])
  })

  it('goes on in a window of its own as the draft that was saved on leaving', async () => {
    const { user } = await desk()
    const composer = await begin(user, 'Elsewhere')
    const open = vi.spyOn(window, 'open').mockReturnValue(window)
    const line = heldLine()
    server.use(
      http.post(
        `*/${saveDraft.path}`,
        async ({ request }) => {
          const copy = request.clone()
          await line.over
          return gateway.fetch(copy)
        },
        { once: true },
      ),
    )
    await user.click(within(composer).getByRole('button', { name: '在新窗口中写' }))
    await user.click(within(composer).getByLabelText('主题'))
    await user.paste(' and one word more')
    line.letGo()
    await waitFor(() => expect(open).toHaveBeenCalledOnce())
    const draft = new URLSearchParams(String(open.mock.calls[0]?.[0]).split('?')[1]).get('draft') ?? ''
    open.mockRestore()
    await waitFor(async () => expect(await subjects('lin', 'draft')).toEqual(['Elsewhere and one word more']))
    expect(await idsOf('draft')).toEqual([draft])
  })

  it('leaves no copy of a draft that is sent from another composer', async () => {
    const { user, store, services } = await desk()
    const composer = await begin(user, 'Once')
    await user.click(within(composer).getByLabelText('收件人'))
    await user.paste('wang@ep.test')
    await user.keyboard('{Control>}s{/Control}')
    await within(composer).findByText(/草稿已于/)
    await user.click(within(composer).getByRole('button', { name: '保存并关闭' }))
    await waitFor(() => expect(selectDocked(store.getState())).toEqual([]))
    const copyOf = async ([draft = '']: readonly string[]) => services.localDrafts.savedAs('lin@ep.test', draft)
    await waitFor(async () => expect(await copyOf(await idsOf('draft'))).not.toBeNull())
    const draft = await idsOf('draft')
    await user.click(screen.getByRole('link', { name: /草稿箱/ }))
    await user.click(await screen.findByRole('row', { name: /Once/ }))
    const again = await composerOf('Once')
    await user.click(await within(again).findByRole('button', { name: '发送' }))
    await waitFor(() => expect(again).not.toBeInTheDocument())
    expect(await copyOf(draft)).toBeNull()
  })

  it('stays where its draft cannot be deleted', async () => {
    const { user } = await desk()
    const composer = await begin(user, 'Kept')
    await user.keyboard('{Control>}s{/Control}')
    await within(composer).findByText(/草稿已于/)
    server.use(refuseOnce(moveMails, 'storeAway'))
    await user.click(within(composer).getByRole('button', { name: '舍弃' }))
    expect(await screen.findByText('邮件服务器暂时无法使用，请稍后重试')).toBeVisible()
    expect(within(composer).getByLabelText('主题')).toHaveValue('Kept')
  })

  it('R7: is taken up where its draft is opened from the list, though the answer to its saving was lost', async () => {
    const { user, store } = await desk()
    const composer = await begin(user, 'Unanswered')
    let saved = false
    server.use(
      http.post(`*/${saveDraft.path}`, async ({ request }) => {
        if (!saved) await gateway.fetch(request)
        saved = true
        return HttpResponse.error()
      }),
    )
    await user.keyboard('{Control>}s{/Control}')
    await within(composer).findByText('离线，已保存在本设备')
    let most = 0
    store.subscribe(() => {
      most = Math.max(most, selectDocked(store.getState()).length)
    })
    await user.click(screen.getByRole('link', { name: /草稿箱/ }))
    await user.click(await screen.findByRole('row', { name: /Unanswered/ }))
    await waitFor(() => expect(most).toBe(2))
    await waitFor(() => expect(Object.keys(store.getState().compose?.open ?? {})).toHaveLength(1))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByRole('dialog')).toBe(composer)
    await waitFor(() => expect(composer.contains(document.activeElement)).toBe(true))
    server.resetHandlers(...gatewayHandlers(gateway))
  })

  it('R6: stays in each composer when the session ends, and on this device', async () => {
    const { user, services, store } = await desk()
    const one = await begin(user, 'First')
    const other = await begin(user, 'Second')
    server.use(...Array.from({ length: 6 }, () => lostOnce(saveDraft)))
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByRole('dialog', { name: '登录已超时' })).toBeVisible()
    expect(store.getState().session.status).toBe('lost')
    expect(within(one).getByLabelText('主题')).toHaveValue('First')
    expect(within(other).getByLabelText('主题')).toHaveValue('Second')
    const kept = await services.localDrafts.ofAccount('lin@ep.test')
    expect(kept).toContainEqual(
      expect.objectContaining({
        content: expect.objectContaining({ content: expect.objectContaining({ subject: 'Second' }) }),
      }),
    )
  })
})
