/** The directory of an organization on the contacts page. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { ownGateway, pane } from './openContacts'

openServer()

/** The contacts page of lin, who belongs to an organization with these others. */
async function opened(colleagues: readonly (readonly [address: string, name: string])[]) {
  const gateway = await ownGateway()
  const { organizations, accounts } = gateway.stores
  await organizations.add({ code: 'acme', name: '安美', tier: 'enterprise', seats: 200 })
  for (const [address, displayName] of [['lin@ep.test', '林'] as const, ...colleagues]) {
    const { id } = await gateway.account(address, { tier: 'free' })
    await accounts.change(id, { displayName })
    await organizations.join('acme', id)
  }
  return renderApp('/Contact', { as: 'lin', tier: 'enterprise', gateway })
}

const rail = async () => within(await screen.findByRole('navigation', { name: '联系组' }))

it('lists colleagues, finds them by sound, writes to one and keeps one as a contact', async () => {
  const many = Array.from({ length: 51 }, (_, at) => [`zz${at}@ep.test`, `Zoe ${String(at).padStart(3, '0')}`] as const)
  const { user } = await opened([['wang@ep.test', '王丽'], ...many])
  await user.click((await rail()).getByRole('button', { name: '同事' }))
  expect(await pane().findByText('王丽')).toBeVisible()
  expect(pane().queryByText('Zoe 050')).toBeNull()
  await user.click(pane().getByRole('button', { name: '显示更多' }))
  expect(await pane().findByText('Zoe 050')).toBeVisible()
  await user.type(pane().getByRole('textbox', { name: '搜索同事' }), 'wl')
  await waitFor(() => expect(pane().getAllByRole('listitem')).toHaveLength(1))
  await user.click(pane().getByRole('button', { name: '将 王丽 存为联系人' }))
  expect(await screen.findByText('已存为联系人：1 位')).toBeInTheDocument()
  expect(await screen.findByRole('row', { name: /^王丽/ })).toBeVisible()
  await user.click(pane().getByRole('button', { name: '写信给 wang@ep.test' }))
  const composer = within(await screen.findByRole('dialog', { name: /写信/ }))
  expect(await composer.findByText('王丽')).toBeInTheDocument()
})

it('is not there for whoever belongs to none', async () => {
  const gateway = await ownGateway()
  await gateway.account('lin@ep.test', { tier: 'soho' })
  await renderApp('/Contact', { as: 'lin', gateway })
  const tools = await rail()
  expect(tools.getByRole('button', { name: '收集的地址' })).toBeVisible()
  expect(tools.queryByRole('button', { name: '同事' })).toBeNull()
})
