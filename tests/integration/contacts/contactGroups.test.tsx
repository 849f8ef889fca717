/** Groups of the contacts page. */
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../support/browser/renderApp'
import { field, groups, list, opened, people, row } from './openContacts'

openServer()

describe('groups of contacts', () => {
  type User = Awaited<ReturnType<typeof opened>>['user']
  const choose = async (user: User, menu: HTMLElement, item: string) => {
    await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const menuOf = (group: string) => screen.findByRole('button', { name: `联系组“${group}”的操作` })

  it('are made of those selected', async () => {
    const { user } = await opened()
    await user.click(await screen.findByRole('checkbox', { name: '选择 王丽' }))
    await user.click(screen.getByRole('checkbox', { name: '选择 陈思远' }))
    await choose(user, list('全部联系人').getByRole('button', { name: '联系组' }), '加入新建的联系组…')
    await user.type(await field('联系组名称'), '客户{Enter}')
    await user.click(await groups().findByRole('button', { name: /^客户.*2 位联系人$/ }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Emma/ })).not.toBeInTheDocument())
    expect(await row(/^陈思远/)).toBeInTheDocument()
  })

  it('are renamed and deleted, and their people stay', async () => {
    const { user, storedNames } = await opened({ group: ['王丽'] })
    await row(/^王丽/)
    await choose(user, await menuOf('客户'), '重命名')
    await user.clear(await field('联系组名称'))
    await user.type(await field('联系组名称'), '老客户{Enter}')
    await choose(user, await menuOf('老客户'), '删除联系组')
    await user.click(await screen.findByRole('button', { name: '删除联系组' }))
    expect(await screen.findByText('还没有联系组')).toBeInTheDocument()
    expect(await storedNames()).toEqual(people)
  })

  it('take who is dragged onto them, and let them go by the menu', async () => {
    const { user } = await opened({ group: ['陈思远'] })
    const carried = new Map<string, string>()
    const dataTransfer = {
      get types() {
        return [...carried.keys()]
      },
      setData: (kind: string, text: string) => carried.set(kind, text),
      getData: (kind: string) => carried.get(kind) ?? '',
    }
    const drag = (kind: 'dragStart' | 'dragOver' | 'drop', target: Element) =>
      fireEvent(target, createEvent[kind](target, { dataTransfer }))
    await row(/^王丽/)
    const onto = await groups().findByRole('button', { name: /^客户/ })
    drag('dragStart', await row(/^王丽/))
    drag('dragOver', onto)
    drag('drop', onto)
    expect(await screen.findByText('已将 1 位联系人加入“客户”')).toBeInTheDocument()
    await user.click(await groups().findByRole('button', { name: /^客户.*2 位联系人$/ }))
    await screen.findByRole('region', { name: '客户' })
    await user.click(await list('客户').findByRole('checkbox', { name: '选择 陈思远' }))
    await choose(user, list('客户').getByRole('button', { name: '联系组' }), '移出“客户”')
    expect(await groups().findByRole('button', { name: /^客户.*1 位联系人$/ })).toBeInTheDocument()
  })

  it.each([
    ['给全组写信', '收件人'],
    ['分别发送给每个人', '分别发给'],
  ])('are written to: %s', async (item, line) => {
    const { user } = await opened({ group: ['陈思远', '王丽'] })
    await choose(user, await menuOf('客户'), item)
    expect(await screen.findByRole('textbox', { name: '主题' })).toBeInTheDocument()
    expect(await screen.findByRole('combobox', { name: line })).toBeInTheDocument()
  })
})
