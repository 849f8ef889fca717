/** The people of a mail: who they really are, and saving them as contacts. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { contactOf } from '../../support/stores/contactOf'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const words = {
  'zh-CN': {
    person: '联系人菜单：',
    save: '存为联系人',
    name: '姓名',
    email: '邮箱地址',
    do: '保存',
    saved: '已将“王丽”存为联系人',
    exists: '联系人名称已存在',
    nameWrong: '请填写姓名，最多 100 个字',
    emailWrong: '邮箱地址不正确',
    caution: '需要当心的地方',
    another: '发件人自称“Wang Li”，但这不是您的联系人 Wang Li 的地址（wang@example.com）。',
  },
  'en-US': {
    person: 'Person: ',
    save: 'Save to contacts',
    name: 'Name',
    email: 'Email address',
    do: 'Save',
    saved: 'Saved 王丽 to contacts',
    exists: 'The contact name already exists',
    nameWrong: 'Enter a name of at most 100 characters',
    emailWrong: 'This is no valid email address',
    caution: 'Reasons for caution',
    another: 'It bears the name Wang Li, but this is not the address of your contact Wang Li (wang@example.com).',
  },
} as const
type Language = keyof typeof words
const speak = (language: Language) =>
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))

async function contacts() {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  return (await gateway.stores.contacts.all(lin?.id ?? '')).map(({ name, email }) => ({ name, email }))
}
async function know(name: string, email: string) {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  await gateway.stores.contacts.add(lin?.id ?? '', contactOf(name, name, email), 9)
}
async function open(from: string) {
  const id = await deliverPlain(gateway, 'lin', { subject: 'Hello', from })
  const app = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
  await screen.findByRole('heading', { level: 1, name: 'Hello' })
  return app
}

describe.each(['zh-CN', 'en-US'] as const)('the sender, in %s,', (language) => {
  const said = words[language]

  it('is saved as a contact under a name put right, with each fault said beside its field', async () => {
    speak(language)
    await know('Wang Li', 'other@example.com')
    const { user } = await open('Wang Li <wang@example.com>')
    await user.click(screen.getByRole('button', { name: `${said.person}Wang Li <wang@example.com>` }))
    await user.click(screen.getByRole('menuitem', { name: said.save }))
    const dialog = within(await screen.findByRole('dialog', { name: said.save }))
    const [name, email] = [
      dialog.getByRole('textbox', { name: said.name }),
      dialog.getByRole('textbox', { name: said.email }),
    ]
    expect(name).toHaveValue('Wang Li')
    expect(email).toHaveValue('wang@example.com')

    await user.click(dialog.getByRole('button', { name: said.do }))
    await waitFor(() => expect(name).toHaveAccessibleDescription(said.exists))
    expect(name).toHaveFocus()

    const save = dialog.getByRole('button', { name: said.do })
    await user.clear(name)
    await user.click(save)
    await waitFor(() => expect(name).toHaveAccessibleDescription(said.nameWrong))

    await user.type(name, '王丽')
    await user.clear(email)
    await user.type(email, 'nobody')
    await user.click(save)
    await waitFor(() => expect(email).toHaveAccessibleDescription(said.emailWrong))
    expect(email).toHaveFocus()

    await user.clear(email)
    await user.type(email, 'wang@example.com')
    await user.click(save)
    expect(await screen.findByText(said.saved)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await contacts()).toEqual([
      { name: 'Wang Li', email: 'other@example.com' },
      { name: '王丽', email: 'wang@example.com' },
    ])
  })

  it('S31: who bears a contact’s name from another address is cautioned against first, until they are a contact too', async () => {
    speak(language)
    await know('Wang Li', 'wang@example.com')
    const { user } = await open('wang li <boss@thief.example>')
    const bar = within(await screen.findByRole('region', { name: said.caution }))
    expect(bar.getAllByRole('listitem')[0]).toHaveTextContent(said.another)
    await user.click(screen.getByRole('button', { name: `${said.person}wang li <boss@thief.example>` }))
    await user.click(screen.getByRole('menuitem', { name: said.save }))
    const name = await screen.findByRole('textbox', { name: said.name })
    await user.clear(name)
    await user.type(name, 'Wang at home')
    await user.click(screen.getByRole('button', { name: said.do }))
    await waitFor(() => expect(screen.queryByRole('region', { name: said.caution })).toBeNull())
  })
})

describe('the menu of a person', () => {
  it('S2, S31: shows name and address as they are, without what misleads the eye', async () => {
    const { user } = await open('=?utf-8?B?PGltZyBzcmM9eCBvbmVycm9yPWFsZXJ0KDEpPuKAriDnjovkuL0=?= <w@example.com>')
    const hostile = '<img src=x onerror=alert(1)> 王丽'
    await user.click(screen.getByRole('button', { name: `联系人菜单：${hostile} <w@example.com>` }))
    const menu = within(screen.getByRole('menu'))
    expect(menu.getByText(hostile)).toBeVisible()
    expect(menu.getByText('w@example.com')).toBeVisible()
  })

  it('copies the address, and says where the browser does not allow it', async () => {
    const { user } = await open('Wang Li <wang@example.com>')
    const button = screen.getByRole('button', { name: /^联系人菜单：Wang Li/ })
    await user.click(button)
    await user.click(screen.getByRole('menuitem', { name: '复制地址' }))
    expect(await screen.findByText('地址已复制')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('wang@example.com')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    await user.click(button)
    await user.click(screen.getByRole('menuitem', { name: '复制地址' }))
    expect(await screen.findByText('浏览器不允许复制')).toBeVisible()
  })

  it('begins a mail to the person', async () => {
    const { user } = await open('Wang Li <wang@example.com>')
    await user.click(screen.getByRole('button', { name: /^联系人菜单：Wang Li/ }))
    await user.click(screen.getByRole('menuitem', { name: '写信给此人' }))
    const composer = await screen.findByRole('dialog', { name: /^写信：/ })
    expect(await within(composer).findByText('wang@example.com')).toBeVisible()
  })

  it('finds what the person wrote', async () => {
    const { user } = await open('Wang Li <wang@example.com>')
    await user.click(screen.getByRole('button', { name: /^联系人菜单：Wang Li/ }))
    await user.click(screen.getByRole('menuitem', { name: '查找来自此人的邮件' }))
    await waitFor(() => expect(window.location.pathname).toBe('/search_result'))
    expect(new URLSearchParams(window.location.search).get('keyword')).toBe('from:wang@example.com')
    // Not the row of the list that it leaves; the first rows are drawn after the count.
    await screen.findByText('找到 1 封')
    expect(await screen.findByRole('row', { name: /主题 Hello/ })).toBeVisible()
  })
})

describe('the card of a person', () => {
  const card = () => screen.findByRole('region', { name: /^联系人信息：/ })

  it('comes with the pointer, saves who is no contact, and goes with the Escape key', async () => {
    const { user } = await open('Wang Li <wang@example.com>')
    await user.hover(screen.getByRole('button', { name: /^联系人菜单：Wang Li/ }))
    await user.click(await within(await card()).findByRole('button', { name: '存为联系人' }))
    const dialog = within(await screen.findByRole('dialog', { name: '存为联系人' }))
    // A browser takes the focus from a button that waits.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.focusOut(dialog.getByRole('button', { name: '保存' }))
    act(() => void vi.advanceTimersByTime(1_000))
    vi.useRealTimers()
    await user.click(dialog.getByRole('button', { name: '保存' }))
    const link = await within(await card()).findByRole('link', { name: '打开联系人' })
    await waitFor(() => expect(link).toHaveFocus())
    expect(await contacts()).toEqual([{ name: 'Wang Li', email: 'wang@example.com' }])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: /^联系人信息：/ })).toBeNull())
  })

  it('goes once a dialog is closed that gives the focus nowhere', async () => {
    const { user } = await open('Wang Li <wang@example.com>')
    const button = screen.getByRole('button', { name: /^联系人菜单：Wang Li/ })
    await user.hover(button)
    await user.click(await within(await card()).findByRole('button', { name: '存为联系人' }))
    const dialog = await screen.findByRole('dialog', { name: '存为联系人' })
    await user.unhover(button)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.focusOut(dialog)
    act(() => void vi.advanceTimersByTime(1_000))
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(screen.getByRole('region', { name: /^联系人信息：/ })).toBeVisible()
    act(() => void vi.advanceTimersByTime(1_000))
    vi.useRealTimers()
    expect(screen.queryByRole('region', { name: /^联系人信息：/ })).toBeNull()
  })

  it('S2: comes with the focus, names groups as text, and leads to the messages and the contact', async () => {
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    const known = contactOf('wang', '<b>王丽</b>', 'home@example.com', {
      emails: [
        { label: '', value: 'home@example.com' },
        { label: '', value: 'wang@example.com' },
      ],
    })
    await gateway.stores.contacts.add(lin?.id ?? '', known, 9)
    const group = { id: 'group', name: '<i>客户</i>', contacts: ['wang'] }
    await gateway.stores.contactGroups.add(lin?.id ?? '', group, 9)
    const { user } = await open('Wang Li <wang@example.com>')
    const button = screen.getByRole('button', { name: /^联系人菜单：Wang Li/ })
    act(() => button.focus())
    const shown = within(await card())
    expect(await shown.findByText('<i>客户</i>')).toBeVisible()
    expect(shown.getByText('<b>王丽</b>')).toBeVisible()
    await user.tab()
    expect(shown.getByRole('button', { name: '写信' })).toHaveFocus()
    expect(shown.getByRole('link', { name: '打开联系人' })).toHaveAttribute('href', '/Contact?id=wang')
  })

  it('gives way to the menu, and finds the messages from and to the person', async () => {
    const { user } = await open('Wang Li <wang@example.com>')
    const button = screen.getByRole('button', { name: /^联系人菜单：Wang Li/ })
    await user.hover(button)
    await card()
    await user.click(button)
    expect(screen.getByRole('menuitem', { name: '复制地址' })).toBeVisible()
    expect(screen.queryByRole('region', { name: /^联系人信息：/ })).toBeNull()
    await user.unhover(button)
    await user.hover(button)
    await user.click(within(await card()).getByRole('button', { name: '往来邮件' }))
    await waitFor(() => expect(window.location.pathname).toBe('/search_result'))
    expect(new URLSearchParams(window.location.search).get('keyword')).toBe('wang@example.com')
  })
})

describe('all people of a message', () => {
  it('are saved at once, who is known left out, and nobody a second time', async () => {
    await know('Wang Li', 'wang@example.com')
    const to = 'lin@ep.test, Bo <bo@example.com>, "Yu, Ann" <ann@example.com>'
    const id = await deliverPlain(gateway, 'lin', { subject: 'Hello', from: 'Wang Li <wang@example.com>', to })
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '展开信头' }))
    await user.click(screen.getByRole('button', { name: '将所有人存为联系人' }))
    expect(await screen.findByText('已存为联系人：2 位')).toBeVisible()
    expect((await contacts()).map(({ name }) => name).toSorted()).toEqual(['Bo', 'Wang Li', 'Yu, Ann'])
    await user.click(screen.getByRole('button', { name: '将所有人存为联系人' }))
    expect(await screen.findByText('这些人都已是联系人')).toBeVisible()
  })
})
