import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { contactIds } from '#contract/endpoints/contacts/contacts'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { refuseOnce } from '../compose/composeFaults'
import { field, groups, opened, ownGateway, pane, people, row } from './openContacts'

openServer()

describe('the list of contacts', () => {
  it('stands below its letters, in the order of their sound, with counts of the views', async () => {
    await opened({ names: ['赵一', ...people], starred: ['赵一'] })
    expect(await row(/^星标，赵一/)).toBeInTheDocument()
    const labels = screen.getAllByRole('row', { name: /@ep\.test$/ }).map((one) => one.getAttribute('aria-label'))
    expect(labels.map((label) => label?.replace(/，[^，]*$/, ''))).toEqual([
      '陈思远',
      'Emma Visser',
      '王丽',
      '星标，赵一',
    ])
    const index = within(screen.getByRole('navigation', { name: '按拼音首字母查找' }))
    expect(index.getAllByRole('button').map((letter) => letter.textContent)).toEqual(['C', 'E', 'W', 'Z'])
    expect(groups().getByRole('button', { name: /^全部联系人.*4 位联系人$/ })).toHaveAttribute('aria-current', 'true')
    expect(groups().getByRole('button', { name: /^星标.*1 位联系人$/ })).toBeInTheDocument()
    expect(document.title).toMatch(/^通讯录 - /)
  })

  it('is searched by pinyin, and says where nothing is found', async () => {
    const { user } = await opened()
    await row(/^王丽/)
    const box = screen.getByRole('searchbox', { name: '搜索联系人' })
    await user.type(box, 'wangl')
    await waitFor(() => expect(screen.queryByRole('row', { name: /^陈思远/ })).not.toBeInTheDocument())
    expect(await row(/^王丽/)).toBeInTheDocument()
    await user.type(box, 'xx')
    expect(await screen.findByText('没有找到联系人')).toBeInTheDocument()
    await user.clear(box)
    expect(await row(/^陈思远/)).toBeInTheDocument()
  })

  it('is not searched for what an input method still holds', async () => {
    await opened()
    await row(/^王丽/)
    const box = screen.getByRole('searchbox', { name: '搜索联系人' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.compositionStart(box)
      fireEvent.change(box, { target: { value: 'zzz' } })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(window.location.search).toBe('')
      fireEvent.compositionEnd(box)
      await vi.advanceTimersByTimeAsync(1_000)
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(window.location.search).toBe('?find=zzz'))
  })

  it('says what went wrong, tries again, and says that there is nobody yet', async () => {
    const gateway = await ownGateway()
    const away = [503]
    const { user } = await renderApp('/Contact', {
      gateway: {
        ...gateway,
        fetch: (request) =>
          request.url.includes('queryAllContacts') && away.pop() !== undefined
            ? Promise.resolve(new Response('', { status: 503 }))
            : gateway.fetch(request),
      },
      as: 'lin',
    })
    expect(await screen.findByText('邮件服务器暂时无法使用，请稍后重试')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('还没有联系人')).toBeInTheDocument()
  })

  it('tries a search again that was refused', async () => {
    const { user } = await opened()
    await row(/^王丽/)
    server.use(refuseOnce(contactIds, 'storeAway'))
    await user.type(screen.getByRole('searchbox', { name: '搜索联系人' }), 'wangl')
    expect(await screen.findByText('邮件服务器暂时无法使用，请稍后重试')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await row(/^王丽/)).toBeInTheDocument()
  })

  it.each([
    ['/Contact', 1],
    ['/contactPage', 0],
  ])('%s has the folders beside it: %d', async (path, count) => {
    await opened({ path })
    expect(await row(/^王丽/)).toBeInTheDocument()
    expect(screen.queryAllByRole('link', { name: /^收件箱/ })).toHaveLength(count)
    expect(screen.queryAllByRole('link', { name: '通讯录' })).toHaveLength(count)
  })

  it('is walked and selected by keys, and opens with Enter', async () => {
    const { user } = await opened()
    ;(await row(/^陈思远/)).focus()
    await user.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}')
    expect(await screen.findByText('已选择 2 位')).toBeInTheDocument()
    expect(await row(/^陈思远/)).toHaveAttribute('aria-selected', 'false')
    expect(await row(/^王丽/)).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await pane().findByRole('heading', { name: '王丽' })).toBeInTheDocument()
  })

  it('of 10,000 has a window’s worth of rows in the document', async () => {
    const gateway = await ownGateway()
    const contacts = Array.from({ length: 10_000 }, (_, at) => ({
      id: String(at),
      name: `Person ${at}`,
      email: `p${at}@ep.test`,
      starred: false,
      sortKey: `person ${at}`,
    }))
    await renderApp('/Contact', {
      gateway: {
        ...gateway,
        fetch: (request) =>
          request.url.includes('queryAllContacts')
            ? Promise.resolve(Response.json({ code: '200', version: '1', groups: [], contacts }))
            : gateway.fetch(request),
      },
      as: 'lin',
    })
    const grid = await screen.findByRole('grid', { name: '全部联系人' })
    expect(grid).toHaveAttribute('aria-rowcount', '10000')
    expect(within(grid).getAllByRole('row').length).toBeLessThan(40)
  })
})

describe('one contact', () => {
  it('is made with all that is typed, several addresses among it', async () => {
    const { user, stored } = await opened()
    await row(/^王丽/)
    await user.click(screen.getByRole('button', { name: '新建联系人' }))
    await user.type(await field('姓名'), '李雷')
    await user.type(await field('邮箱 1'), 'lilei@ep.test')
    await user.click(screen.getByRole('button', { name: /添加邮箱/ }))
    await user.type(await field('邮箱 2'), 'lei@home.test')
    await user.type(await field('电话 1'), '+86 138 0000 0000')
    await user.type(await field('公司/学校'), '云途')
    await user.type(await field('生日'), '06-12')
    await user.type(await field('备注'), '周五不开会')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await pane().findByRole('heading', { name: '李雷' })).toBeInTheDocument()
    expect(pane().getByText('lei@home.test')).toBeInTheDocument()
    expect(pane().getByText('06-12')).toBeInTheDocument()
    expect(await row(/^李雷，lilei@ep.test/)).toBeInTheDocument()
    expect(await stored(new URLSearchParams(window.location.search).get('id') ?? '')).toMatchObject({
      birthday: '--06-12',
      company: '云途',
      notes: '周五不开会',
      phones: [{ label: '', value: '+86 138 0000 0000' }],
    })
  })

  it('is refused beside its field: no name, a wrong second address, a name that is taken', async () => {
    const { user, idOf } = await opened({ path: '/Contact?edit=new' })
    await field('姓名')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('请填写姓名，最多 100 个字')).toBeInTheDocument()
    await waitFor(async () => expect(await field('姓名')).toHaveFocus())
    await user.type(await field('姓名'), '王丽')
    await user.type(await field('邮箱 1'), 'second@ep.test')
    await user.click(screen.getByRole('button', { name: /添加邮箱/ }))
    await user.type(await field('邮箱 2'), 'no address')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('邮箱地址不正确')).toBeInTheDocument()
    expect(await field('邮箱 2')).toHaveFocus()
    expect(await field('邮箱 2')).toBeInvalid()
    await user.click(screen.getByRole('button', { name: '去掉邮箱 2' }))
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('联系人名称已存在')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '查看该联系人' }))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    expect(await pane().findByRole('heading', { name: '王丽' })).toBeInTheDocument()
    expect(window.location.search).toBe(`?${new URLSearchParams({ id: idOf('王丽') })}`)
  })

  it('that was changed elsewhere shows both texts, and saved again keeps the one here', async () => {
    const { user, idOf, post, stored } = await opened()
    await user.click(await row(/^王丽/))
    await user.click(await pane().findByRole('button', { name: '编辑' }))
    await user.type(await field('公司/学校'), '云途')
    const { id, version } = await stored(idOf('王丽'))
    await post('editContact', { id, version, changes: JSON.stringify({ company: '海港', fax: '021' }) })
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('海港')
    expect(await field('公司/学校')).toHaveValue('云途')
    expect(await field('传真')).toHaveValue('021')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await pane().findByRole('heading', { name: '王丽' })).toBeInTheDocument()
    expect(await stored(id)).toMatchObject({ company: '云途', fax: '021' })
  })

  it('is not left with unsaved text unasked', async () => {
    const { user } = await opened()
    await user.click(await row(/^王丽/))
    await user.click(await pane().findByRole('button', { name: '编辑' }))
    await user.type(await field('昵称'), '丽丽')
    await user.click(await row(/^陈思远/))
    // antd gives all its titles one id in tests, so that a dialog cannot be found by its own.
    const question = await screen.findByRole('dialog')
    expect(question).toHaveTextContent('放弃修改？')
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(await field('昵称')).toHaveValue('丽丽')
    await user.click(await row(/^陈思远/))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    expect(await pane().findByRole('heading', { name: '陈思远' })).toBeInTheDocument()
  })

  it('is starred, deleted, comes back by Undo, and is written to', async () => {
    const { user, storedNames } = await opened()
    await user.click(await row(/^王丽/))
    await user.click(await pane().findByRole('button', { name: '加星标' }))
    expect(await row(/^星标，王丽/)).toBeInTheDocument()
    await user.click(await pane().findByRole('button', { name: '删除' }))
    expect(await screen.findByText('已删除 1 位联系人')).toBeInTheDocument()
    expect(await storedNames()).toEqual(['陈思远', 'Emma Visser'])
    await user.click(screen.getByRole('button', { name: '撤销' }))
    await user.click(await row(/^星标，王丽/))
    await user.click(await pane().findByRole('button', { name: '写信' }))
    expect(await screen.findByRole('textbox', { name: '主题' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: '王丽 <wang@ep.test>' })).toBeInTheDocument()
  })
})

describe('groups of contacts', () => {
  it('of one name cannot be two', async () => {
    const { user } = await opened({ group: ['王丽'] })
    await row(/^王丽/)
    await user.click(groups().getByRole('button', { name: '新建联系组' }))
    await user.type(await field('联系组名称'), '客户{Enter}')
    expect(await screen.findByText('联系组已存在')).toBeInTheDocument()
  })
})

describe('many contacts at once', () => {
  it('are starred and deleted together, and come back by one Undo', async () => {
    const { user, storedNames } = await opened()
    await row(/^王丽/)
    await user.click(screen.getByRole('checkbox', { name: '选择全部 3 位' }))
    await user.click(screen.getByRole('button', { name: '加星标' }))
    expect(await groups().findByRole('button', { name: /^星标.*3 位联系人$/ })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '删除 3 位联系人' }))
    expect(await screen.findByText('还没有联系人')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await row(/^星标，王丽/)).toBeInTheDocument()
    expect(await storedNames()).toEqual(people)
  })
})
