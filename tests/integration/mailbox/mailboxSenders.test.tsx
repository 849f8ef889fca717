/** What is decided of senders by way of a mail: blocked with a report, filed with a move, and taken back with the Undo. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const pick = async (subject: string) => within(await row(subject)).getByRole('checkbox')
const tool = (name: string) => within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name })

async function inbox() {
  gateway = await makeTestGateway()
  const lin = await gateway.account('lin@ep.test')
  for (const subject of ['One', 'Two']) {
    await deliverPlain(gateway, 'lin', { subject, from: `${subject} <${subject.toLowerCase()}@bad.example>` })
    gateway.clock.advance(60_000)
  }
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await row('Two')
  const rules = gateway.stores.rules?.of(lin)
  if (rules === undefined) throw new Error('This gateway keeps rules')
  return { ...app, rules, kept: async () => (await rules.load()).rules }
}

describe('a sender', () => {
  it('is blocked with the report of a mail, and no longer after the Undo', async () => {
    const { user, kept } = await inbox()
    await user.click(await pick('One'))
    await user.click(tool('更多'))
    await user.click(screen.getByRole('menuitem', { name: '标为垃圾邮件并拉黑发件人' }))
    expect(await screen.findByText('已将 1 封邮件移到垃圾邮件，并拉黑发件人')).toBeVisible()
    expect(gone('One')).toBeNull()
    expect((await kept())?.lists.black).toEqual(['one@bad.example'])
    await user.keyboard('z')
    expect(await screen.findByText('已撤销')).toBeVisible()
    expect(await row('One')).toBeVisible()
    expect((await kept())?.lists.black).toEqual([])
  })

  it('is named with its trusted domain, which still lets it through', async () => {
    const { user, rules } = await inbox()
    const { version, rules: set } = await rules.load()
    await rules.replace({ ...set, lists: { black: [], white: ['@bad.example'] } }, version)
    await user.click(await pick('One'))
    await user.click(tool('更多'))
    await user.click(screen.getByRole('menuitem', { name: '标为垃圾邮件并拉黑发件人' }))
    const told = '已将 1 封邮件移到垃圾邮件，但 @bad.example 在白名单中，仍会收到其邮件：白名单优先'
    expect(await screen.findByText(told)).toBeVisible()
  })

  it('has mail filed from now on, into a folder made on the way', async () => {
    const { user, kept } = await inbox()
    await user.click(await pick('Two'))
    await user.click(tool('移动到'))
    const dialog = await screen.findByRole('dialog', { name: '移动 1 封邮件' })
    await user.click(within(dialog).getByRole('checkbox', { name: '以后来自该发件人的邮件都移到这里' }))
    await user.type(within(dialog).getByRole('combobox'), '订阅')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('已移动 1 封邮件，以后来自该发件人的邮件都移到那里')).toBeVisible()
    expect(await screen.findByRole('link', { name: /订阅/ })).toBeVisible()
    const rules = (await kept())?.rules
    expect(rules).toMatchObject([{ conditions: [{ values: ['two@bad.example'] }], actions: [{ kind: 'file' }] }])
    await user.keyboard('z')
    expect(await row('Two')).toBeVisible()
    await waitFor(async () => expect((await kept())?.rules).toEqual([]))
  })

  it('is not asked about where a folder cannot be made, and the picker says why', async () => {
    const { user } = await inbox()
    await user.click(await pick('Two'))
    await user.click(tool('移动到'))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('combobox'), 'a/b{Enter}')
    expect(await within(dialog).findByRole('alert')).toBeVisible()
    expect(await row('Two')).toBeVisible()
  })

  it('is blocked from the inbox after a question, which offers to delete what else they sent', async () => {
    const { user, kept } = await inbox()
    await user.click(await pick('One'))
    await user.click(tool('更多'))
    await user.click(screen.getByRole('menuitem', { name: '拉黑发件人…' }))
    const dialog = await screen.findByRole('dialog', { name: '拉黑该发件人？' })
    await user.click(within(dialog).getByRole('checkbox', { name: '同时删除来自那里的邮件' }))
    await within(dialog).findByText('找到 1 封')
    await user.click(within(dialog).getByRole('button', { name: '拉黑发件人' }))
    await waitFor(() => expect(gone('One')).toBeNull())
    expect((await kept())?.lists.black).toEqual(['one@bad.example'])
  })
})

it('mail of several senders goes to a folder that is made in the dialog, which names it', async () => {
  const { user } = await inbox()
  await user.click(await pick('One'))
  await user.click(await pick('Two'))
  await user.click(tool('移动到'))
  const dialog = await screen.findByRole('dialog', { name: '移动 2 封邮件' })
  expect(within(dialog).getByRole('checkbox', { name: '以后来自这些发件人的邮件都移到这里' })).toBeVisible()
  await user.click(within(dialog).getByRole('option', { name: '新建文件夹…' }))
  const field = within(dialog).getByRole('combobox', { name: '新文件夹的名称' })
  expect(field).toHaveFocus()
  expect(within(dialog).queryAllByRole('option')).toEqual([])
  await user.keyboard('归档')
  expect(within(dialog).getByRole('status')).toHaveTextContent('已有同名文件夹')
  expect(within(dialog).getByRole('option', { name: '归档' })).toBeVisible()
  await user.clear(field)
  await user.keyboard('订阅{Enter}')
  expect(await screen.findByText('已将 2 封邮件移到“订阅”')).toBeVisible()
  expect(await screen.findByRole('link', { name: /订阅/ })).toBeVisible()
})
