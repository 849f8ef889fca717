import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../support/browser/renderApp'
import { groups, list, opened, pane, row } from './openContacts'

openServer()

const wang = {
  name: '王丽',
  emails: [{ label: 'work', value: 'wang@ep.test' }],
  phones: [{ label: '', value: '138 0000 0000' }],
  company: '云途',
  notes: '周五不开会',
  starred: true,
}
const wangAgain = {
  name: '王丽（云途）',
  emails: [
    { label: 'home', value: 'li@home.test' },
    { label: '', value: 'WANG@ep.test' },
  ],
  phones: [],
  company: '云途商旅',
  birthday: '--06-12',
  notes: '合同用 PDF',
}

type User = Awaited<ReturnType<typeof opened>>['user']

/** Opens the merge of the only set of duplicates. */
async function openMerge(user: User) {
  await user.click(await groups().findByRole('button', { name: '查找重复' }))
  const set = within(await pane().findByRole('region', { name: /王丽/ }))
  expect(set.getByRole('heading', { name: '邮箱相同' })).toBeInTheDocument()
  await user.click(set.getByRole('button', { name: '查看合并结果' }))
  return within(await screen.findByRole('dialog'))
}

const merged = (dialog: Awaited<ReturnType<typeof openMerge>>, field: string) =>
  within(dialog.getByRole('row', { name: new RegExp(`^${field}`) }))
    .getAllByRole('cell')
    .at(-1)

describe('duplicates', () => {
  it('are shown side by side, merged as it was shown, and come back by Undo', async () => {
    const { user, idOf, stored, storedNames, post } = await opened({ names: ['陈思远'], others: [wang, wangAgain] })
    const ids = [idOf('王丽'), idOf('王丽（云途）')]
    await post('addGroup', { name: '客户', contacts: ids.slice(1) })
    await post('addGroup', { name: '家人', contacts: ids.slice(0, 1) })
    await row(/^陈思远/)
    const dialog = await openMerge(user)
    expect(merged(dialog, '邮箱')).toHaveTextContent(/^(?=.*wang@ep\.test)(?=.*li@home\.test)/i)
    expect(merged(dialog, '生日')).toHaveTextContent('06-12')
    expect(merged(dialog, '备注')).toHaveTextContent(/^(?=.*周五不开会)(?=.*合同用 PDF)/)
    await user.click(dialog.getByRole('radio', { name: '公司/学校：采用“云途商旅”' }))
    expect(merged(dialog, '公司/学校')).toHaveTextContent(/^云途商旅$/)
    await user.click(dialog.getByRole('radio', { name: '姓名：采用“王丽”' }))
    expect(await storedNames()).toHaveLength(3)
    await user.click(dialog.getByRole('button', { name: '合并' }))
    expect(await pane().findByText('没有发现重复的联系人')).toBeInTheDocument()
    expect(await storedNames()).toEqual(['陈思远', '王丽'])
    const one = (await Promise.all(ids.map((id) => stored(id).catch(() => null)))).find((it) => it !== null)
    expect(one).toMatchObject({ company: '云途商旅', starred: true, groups: { length: 2 }, emails: { length: 2 } })
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    expect(await pane().findByRole('region', { name: /王丽/ })).toBeInTheDocument()
    expect(await stored(ids[0] ?? '')).toMatchObject({ ...wang, groups: { length: 1 } })
    expect(await stored(ids[1] ?? '')).toMatchObject({ notes: '合同用 PDF', groups: { length: 1 } })
  })

  it('that are selected by hand are merged as well, and the one that comes of them is opened', async () => {
    const { user, storedNames } = await opened({ others: [wangAgain] })
    await user.click(await screen.findByRole('checkbox', { name: '选择 陈思远' }))
    expect(list('全部联系人').getByRole('button', { name: '合并 1 位联系人' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: '选择 Emma Visser' }))
    await user.click(list('全部联系人').getByRole('button', { name: '合并 2 位联系人' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('radio', { name: '姓名：采用“Emma Visser”' }))
    await user.click(dialog.getByRole('button', { name: '合并' }))
    expect(await pane().findByRole('heading', { name: 'Emma Visser' })).toBeInTheDocument()
    expect(pane().getByText('chen@ep.test')).toBeInTheDocument()
    await waitFor(async () => expect(await storedNames()).toEqual(['Emma Visser', '王丽', '王丽（云途）']))
  })

  it('that are none are shown no more, until that is undone', async () => {
    const { user } = await opened({ names: [], others: [wang, wangAgain], path: '/Contact?tool=duplicates' })
    await user.click(await screen.findByRole('button', { name: '不是重复' }))
    expect(await pane().findByText('没有发现重复的联系人')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await pane().findByRole('region', { name: /王丽/ })).toBeInTheDocument()
  })

  it('whose notes are too long together are not merged, and the field is named', async () => {
    const long = (text: string) => text.repeat(2_500)
    const { user } = await opened({
      names: ['陈思远'],
      others: [
        { ...wang, notes: long('字') },
        { ...wangAgain, notes: long('文') },
      ],
    })
    await row(/^陈思远/)
    const dialog = await openMerge(user)
    expect(dialog.getByRole('alert')).toHaveTextContent('备注')
    expect(dialog.getByRole('button', { name: '合并' })).toBeDisabled()
  })
})

describe('below the width of the rail', () => {
  it('groups are made, renamed and deleted, and duplicates found, by a menu beside the choice', async () => {
    const { user } = await opened({ group: ['王丽'], path: '/Contact' })
    await row(/^王丽/)
    const choose = async (item: string) => {
      await user.click(screen.getByRole('button', { name: '联系组的操作' }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await choose('新建联系组')
    await user.type(await screen.findByLabelText('联系组名称'), '家人{Enter}')
    await screen.findByRole('region', { name: '家人' })
    await choose('重命名')
    await user.clear(await screen.findByLabelText('联系组名称'))
    await user.type(await screen.findByLabelText('联系组名称'), '亲友{Enter}')
    await screen.findByRole('region', { name: '亲友' })
    await choose('删除联系组')
    await user.click(await screen.findByRole('button', { name: '删除联系组' }))
    await screen.findByRole('region', { name: '全部联系人' })
    await choose('查找重复')
    expect(await pane().findByText('没有发现重复的联系人')).toBeInTheDocument()
  })
})
