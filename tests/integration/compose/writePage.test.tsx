/** The composer's own page and its logo bar (SPEC §2, Global overlays and layout). */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'

openServer()

it.each([
  ['zh-CN', '免费邮箱', '再写一封', '免费邮箱不能使用此按钮', '收件箱'],
  ['en-US', 'Free mailbox', 'Write another', 'Free mailboxes cannot use this button', 'Inbox'],
])('the logo bar of a free mailbox says so, and why it writes no other mail, %s', async (language, ...words) => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const [mailbox = '', another = '', reason, inbox = ''] = words
  const { user } = await renderApp('/writeMail', { as: 'free', tier: 'free' })
  const bar = within(await screen.findByRole('banner'))
  expect(bar.getByText(mailbox)).toBeVisible()
  const button = bar.getByRole('button', { name: another })
  expect(button).toHaveAttribute('title', reason)
  await user.click(button)
  expect(window.location.search).toBe('')
  expect(bar.getByRole('link', { name: inbox })).toHaveAttribute('href', '/receive')
})

it('a new mail begins with whom it goes to, and an answer with its text', async () => {
  const { gateway, unmount } = await renderApp('/receive/writeMail', { as: 'lin' })
  await waitFor(() => expect(screen.getByRole('combobox', { name: '收件人' })).toHaveFocus())
  unmount()
  const id = await gateway.deliver('lin@ep.test', 'From: wang@ep.test\nTo: lin@ep.test\nSubject: Hello\n\nText.\n')
  await renderApp(`/receive/writeMail?mode=reply&id=${id}`, { as: 'lin', gateway })
  await waitFor(() => expect(screen.getByRole('textbox', { name: '正文' })).toHaveFocus())
  await gateway.close()
})
