/** A form in a dialog, as a person meets it on the page that shows notices and forms. */
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDialogs } from '#src/components/browser/keyTargets'
import { openServer, renderApp } from '../../../support/browser/renderApp'

openServer()

async function opened() {
  const { user } = await renderApp('/notifications', { as: 'lin' })
  const opener = await screen.findByRole('button', { name: '对话框中的表单' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: '一个地址' })
  const field = within(dialog).getByRole('textbox', { name: '一个地址' })
  const press = (name: string) => user.click(within(dialog).getByRole('button', { name }))
  return { user, opener, dialog, field, press }
}

it('begins in its first field, and says what is wrong beside it', async () => {
  const { user, dialog, field, press } = await opened()
  await expect.poll(() => document.activeElement).toBe(field)
  await user.type(field, 'lin')
  await press('检查')
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('这不是地址')
  expect(field).toHaveFocus()
  expect(field).toBeInvalid()
})

it('leaves the focus where somebody took it before the dialog had moved in', async () => {
  const { dialog } = await opened()
  const other = within(dialog).getByRole('button', { name: '取消' })
  act(() => other.focus())
  await expect.poll(() => document.querySelector('[class*="ant-zoom"]')).toBeNull()
  expect(other).toHaveFocus()
})

it('closes when it was taken, and the focus goes back to where it was opened', async () => {
  const { user, opener, field, press } = await opened()
  await user.type(field, 'lin@ep.test')
  await press('检查')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(opener)
})

it('closes at once while nothing was typed, and lies over the page until then', async () => {
  const { press } = await opened()
  expect(document.querySelector(openDialogs)).not.toBeNull()
  await press('取消')
  await expect.poll(() => document.querySelector(openDialogs)).toBeNull()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('asks before it drops what was typed, by Escape too, and keeps it when told not to', async () => {
  const { user, field, press } = await opened()
  await user.type(field, 'lin')
  await user.keyboard('{Escape}')
  await screen.findByRole('button', { name: '放弃' })
  expect(screen.getAllByText('放弃修改？').length).toBeGreaterThan(0)
  // The question has the focus on the button that keeps.
  await user.keyboard('{Enter}')
  await expect.poll(() => screen.queryByRole('button', { name: '放弃' })).toBeNull()
  expect(field).toHaveValue('lin')
  await press('取消')
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it.each([{ isComposing: true }, { keyCode: 229 }])('is not sent by an Enter of an input method: %j', async (key) => {
  const { user, dialog, field } = await opened()
  await user.type(field, 'lin')
  // Where a key is not prevented, the browser sends the form.
  expect(fireEvent.keyDown(field, { key: 'Enter', ...key })).toBe(false)
  expect(within(dialog).queryByRole('alert')).toBeNull()
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true)
})
