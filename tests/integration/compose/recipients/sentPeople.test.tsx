/** The row of a sent mail names the first of those to whom it went, and says truly how many more there are. */
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openServer, renderApp } from '#tests/support/browser/renderApp'
import { makeCalls } from '#tests/support/gateway/calls'
import { makeTestGateway } from '#tests/support/gateway/gateway'

openServer()

it.each([
  ['zh-CN', /^a@ep\.test，b@ep\.test，c@ep\.test 等另外 2 人$/],
  ['en-US', /^a@ep\.test, b@ep\.test, c@ep\.test \+2$/],
] as const)('a mail to five names three of them and two more, %s', async (language, words) => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  const to = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@ep.test`)
  for (const address of to) await gateway.account(address)
  const calls = makeCalls(gateway)
  const written = { to, subject: 'Plan', html: '<p>x</p>', idempotencyKey: 'k' }
  await calls.post('writemail/sendMail.action', written, { session: await calls.signIn('lin@ep.test') })
  await gateway.drain()
  await renderApp('/sent', { as: 'lin', gateway })
  const row = within(await screen.findByRole('row', { name: /Plan/ }))
  const isPeople = (_text: string, element: Element | null) => element?.className === 'mailbox-row-people'
  expect(row.getByText(isPeople).textContent).toMatch(words)
  await gateway.close()
})
