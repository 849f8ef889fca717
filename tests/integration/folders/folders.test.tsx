/** Folders of a person's own: made, renamed, nested, put in order, emptied and removed, by pointer and by keyboard. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '#server/core/rules/rules'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
})
afterEach(() => gateway.close())

const letter = (subject: string) => `From: Wang <wang@ep.test>\nTo: lin@ep.test\nSubject: ${subject}\n\nbody`

async function mailbox() {
  const account = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? (await gateway.account('lin@ep.test'))
  const store = gateway.stores.mailStores.of(account)
  const make = async (name: string, parent: string | null = null) => (await store.createFolder(name, parent))?.id ?? ''
  return { account, store, make }
}

async function desk(path = '/mainPage') {
  const view = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('button', { name: '新建文件夹' })
  const nav = () => screen.getByRole('navigation', { name: '邮件文件夹' })
  const choose = async (folder: string, command: string) => {
    await view.user.click(await within(nav()).findByRole('button', { name: `“${folder}”的操作` }))
    await view.user.click(await screen.findByRole('menuitem', { name: command }))
  }
  return { ...view, nav, choose }
}

describe('a new folder', () => {
  it('is named within 24 characters, counted while typing, and stands in the sidebar', async () => {
    const { user, nav } = await desk()
    await user.click(screen.getByRole('button', { name: '新建文件夹' }))
    const dialog = await screen.findByRole('dialog', { name: '新建文件夹' })
    const name = within(dialog).getByRole('textbox', { name: '名称' })
    expect(name).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(within(dialog).getByText('请输入文件夹名称')).toHaveAttribute('role', 'alert')
    await user.type(name, '客户资料')
    expect(within(dialog).getByText('8 / 24（汉字占 2）')).toBeInTheDocument()
    await user.type(name, '/')
    expect(name).toHaveAttribute('aria-invalid', 'true')
    expect(within(dialog).getByText('名称不能含“/”')).toBeInTheDocument()
    await user.keyboard('{Backspace}{Enter}')
    expect(await within(nav()).findByRole('link', { name: '客户资料' })).toBeInTheDocument()
    expect(await screen.findByText('已新建文件夹“客户资料”')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('of a name that is there is refused beside the field', async () => {
    await (await mailbox()).make('Work')
    const { user } = await desk()
    await user.click(screen.getByRole('button', { name: '新建文件夹' }))
    const name = await screen.findByRole('textbox', { name: '名称' })
    await user.type(name, 'work{Enter}')
    expect(await screen.findByText(/文件夹已存在/)).toHaveAttribute('role', 'alert')
    expect(name).toHaveFocus()
  })

  it('is refused, emptied and removed in English words as well', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    const work = await (await mailbox()).make('Work')
    await gateway.deliver('lin@ep.test', letter('one'), work)
    const { user } = await renderApp('/mainPage', { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: 'New folder' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.type(name, 'a*b')
    expect(screen.getByText('A name cannot contain “*”')).toBeInTheDocument()
    await user.clear(name)
    await user.type(name, 'a'.repeat(25))
    expect(screen.getByText('A folder name has at most 24 characters and no special characters')).toBeInTheDocument()
    await user.clear(name)
    await user.type(name, 'Work{Enter}')
    expect(await screen.findByText('Folder creation failed because the folder exists')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const choose = async (command: string) => {
      await user.click(screen.getByRole('button', { name: 'Actions for “Work”' }))
      await user.click(await screen.findByRole('menuitem', { name: command }))
    }
    await choose('Empty')
    expect(await screen.findByText('1 message in “Work” will be moved to Deleted.')).toBeInTheDocument()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Empty' }))
    expect(await screen.findByText('1 message moved to Deleted')).toBeInTheDocument()
    await choose('Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete folder' }))
    expect(await screen.findByText('Folder “Work” deleted, 0 messages moved')).toBeInTheDocument()
  })
})

describe('the tree in the sidebar', () => {
  it('nests, closes with what is unread inside, and remembers', async () => {
    const { make } = await mailbox()
    const work = await make('Work')
    const alpha = await make('Alpha', work)
    await gateway.deliver('lin@ep.test', letter('one'), alpha)
    const { user, nav, unmount } = await desk()
    const outer = (await within(nav()).findByRole('link', { name: 'Work' })).closest('li')
    if (outer === null) throw new Error('A folder stands in a list')
    expect(within(outer).getByRole('link', { name: /Alpha.*1 封未读/ })).toBeInTheDocument()
    await user.click(within(nav()).getByRole('button', { name: '收起“Work”', expanded: true }))
    expect(within(nav()).queryByRole('link', { name: /Alpha/ })).not.toBeInTheDocument()
    expect(within(nav()).getByRole('link', { name: /Work.*1 封未读/ })).toBeInTheDocument()
    unmount()
    const again = await desk()
    const opener = await within(again.nav()).findByRole('button', { name: '展开“Work”', expanded: false })
    expect(opener).toBeInTheDocument()
  })

  it('has no menu without a command, and none that renames the system’s', async () => {
    await gateway.account('lin@ep.test')
    await gateway.deliver('lin@ep.test', letter('spam'), 'junk')
    const { user, nav, choose } = await desk()
    await user.click(await within(nav()).findByRole('button', { name: '“垃圾邮件”的操作' }))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      '全部标为已读',
      '导出为 .zip',
      '导入邮件到此…',
      '清空',
    ])
    await user.keyboard('{Escape}')
    // A view holds no mail of its own.
    expect(within(nav()).queryByRole('button', { name: '“红旗邮件”的操作' })).not.toBeInTheDocument()
    await choose('垃圾邮件', '清空')
    const dialog = await screen.findByRole('dialog', { name: '清空“垃圾邮件”' })
    expect(within(dialog).getByText('将彻底删除“垃圾邮件”中的 1 封邮件，删除后不能撤销。')).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: '清空' }))
    expect(await screen.findByText('已彻底删除 1 封邮件')).toBeInTheDocument()
    // An empty folder can still take mail in.
    await waitFor(async () => {
      await user.click(within(nav()).getByRole('button', { name: '“垃圾邮件”的操作' }))
      const items = screen.getAllByRole('menuitem').map((one) => one.textContent)
      await user.keyboard('{Escape}')
      expect(items).toEqual(['导入邮件到此…'])
    })
  })

  it('marks a folder read, pins it and takes it out of the sidebar', async () => {
    const { make } = await mailbox()
    await make('Alpha')
    const beta = await make('Beta')
    await gateway.deliver('lin@ep.test', letter('one'), beta)
    const { nav, choose } = await desk()
    const own = () => {
      const titles = within(nav())
        .getAllByRole('link')
        .map((link) => link.title)
      return titles.slice(titles.indexOf('设置') + 1)
    }
    await choose('Beta', '全部标为已读')
    expect(await screen.findByText('已将 1 封邮件标为已读')).toBeInTheDocument()
    expect(await within(nav()).findByRole('link', { name: 'Beta' })).toBeInTheDocument()
    await choose('Beta', '置顶')
    await waitFor(() => expect(own()).toEqual(['Beta', 'Alpha']))
    await choose('Alpha', '在侧栏隐藏')
    await waitFor(() => expect(own()).toEqual(['Beta']))
  })
})

describe('a folder that goes', () => {
  it('names its rules, sends its mail where it is told, and leaves the page for the inbox', async () => {
    const { account, make } = await mailbox()
    const work = await make('Work')
    await make('Alpha', work)
    await make('Play')
    await gateway.deliver('lin@ep.test', letter('one'), work)
    const rules = gateway.stores.rules?.of(account)
    const rule = { id: 'r1', name: '客户来信', isEnabled: true, match: 'all', conditions: [], stops: false } as const
    await rules?.replace({ ...emptyRuleSet, rules: [{ ...rule, actions: [{ kind: 'file', folder: work }] }] }, '0')
    const { user, nav, choose } = await desk(`/folder/${work}`)
    await choose('Work', '删除')
    const dialog = await screen.findByRole('dialog', { name: '删除文件夹“Work”' })
    expect(await within(dialog).findByText('客户来信')).toBeInTheDocument()
    expect(within(dialog).getByText('其中的 1 个子文件夹会一起删除：Alpha')).toBeInTheDocument()
    expect(within(dialog).getByText('共有 1 封邮件。')).toBeInTheDocument()
    const target = within(dialog).getByRole('combobox', { name: '邮件移到' })
    expect(
      within(target)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['收件箱', '归档', '已删除', 'Play'])
    expect(target).toHaveDisplayValue('已删除')
    await user.selectOptions(target, 'Play')
    await user.click(within(dialog).getByRole('button', { name: '删除文件夹' }))
    expect(await screen.findByText('已删除文件夹“Work”，移走 1 封邮件，现在显示收件箱')).toBeInTheDocument()
    expect(window.location.pathname).toBe('/receive')
    expect(within(nav()).queryByRole('link', { name: /Work/ })).not.toBeInTheDocument()
    expect(await within(nav()).findByRole('link', { name: /Play.*1 封未读/ })).toBeInTheDocument()
    expect((await rules?.load())?.rules.rules).toMatchObject([{ name: '客户来信', isEnabled: false }])
  })

  it('stays, and says why, where the gateway refuses', async () => {
    await (await mailbox()).make('Work')
    const { user, nav, choose } = await desk()
    server.use(http.all('*/folder/folderUses.action', () => new HttpResponse('', { status: 503 }), { once: true }))
    await choose('Work', '删除')
    const dialog = await screen.findByRole('dialog', { name: '删除文件夹“Work”' })
    await user.click(await within(dialog).findByRole('button', { name: '重试' }))
    server.use(
      http.all('*/folder/removeFolder.action', () => HttpResponse.json({ code: 'notAllowed' }), { once: true }),
    )
    await user.click(await within(dialog).findByRole('button', { name: '删除文件夹' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('不能进行这个操作')
    expect(within(nav()).getByRole('link', { name: 'Work' })).toBeInTheDocument()
  })
})

describe('the management of folders', () => {
  it('shows what each holds, and puts them in order by keyboard, read out', async () => {
    const { make } = await mailbox()
    for (const name of ['Alpha', 'Beta', 'Gamma']) await make(name)
    setWidth(390)
    const { user } = await renderApp('/mainPage', { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '打开菜单' }))
    await user.click(await screen.findByRole('button', { name: '文件夹管理' }))
    const dialog = await screen.findByRole('dialog', { name: '文件夹管理' })
    const names = () =>
      within(dialog)
        .getAllByRole('rowheader')
        .map((one) => one.textContent)
    expect(names()).toEqual(['收件箱', '已发送', '草稿箱', '归档', '已删除', '垃圾邮件', 'Alpha', 'Beta', 'Gamma'])
    expect(
      within(dialog)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['名称', '总数', '未读', '大小', '操作'])
    const grip = within(dialog).getByRole('button', { name: '移动“Alpha”的位置' })
    grip.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(names().slice(6)).toEqual(['Beta', 'Alpha', 'Gamma'])
    expect(within(dialog).getByRole('status')).toHaveTextContent('“Alpha”现在排在第 2 位，共 3 个')
    expect(grip).toHaveFocus()
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    expect(names().slice(6)).toEqual(['Beta', 'Gamma', 'Alpha'])
    await waitFor(async () => {
      const kept = await gateway.stores.folderPlaces.load((await mailbox()).account.id)
      expect([...kept.values()].map(({ position }) => position).toSorted()).toEqual([0, 1, 2])
    })
  })

  it('renames and puts a folder into another, never into itself', async () => {
    const { make } = await mailbox()
    const work = await make('Work')
    await make('Alpha', work)
    await make('Play')
    const { user, nav, choose } = await desk()
    await choose('Work', '重命名或移动')
    const dialog = await screen.findByRole('dialog', { name: '重命名或移动“Work”' })
    const place = within(dialog).getByRole('combobox', { name: '所在位置' })
    expect(
      within(place)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['最上层', 'Play'])
    await user.clear(within(dialog).getByRole('textbox', { name: '名称' }))
    await user.type(within(dialog).getByRole('textbox', { name: '名称' }), 'PLAY{Enter}')
    expect(await within(dialog).findByText('这里已有同名的文件夹')).toHaveAttribute('role', 'alert')
    await user.selectOptions(place, 'Play')
    await user.clear(within(dialog).getByRole('textbox', { name: '名称' }))
    await user.type(within(dialog).getByRole('textbox', { name: '名称' }), '项目{Enter}')
    expect(await screen.findByText('已保存文件夹“项目”')).toBeInTheDocument()
    const outer = within(nav()).getByRole('link', { name: 'Play' }).closest('li')
    expect(outer && within(outer).getByRole('link', { name: 'Alpha' })).toBeInTheDocument()
  })
})
