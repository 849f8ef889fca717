/** The focus does not get lost: after the sign-in, from the page to its mails, and where what had it goes away (WCAG 2.4.3). */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function withMail() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (const subject of ['One', 'Two']) await deliverPlain(gateway, 'lin', { subject })
}
const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })

it('stands in the page after the sign-in, and the arrows lead from there to the mails', async () => {
  await withMail()
  const { user } = await renderApp('/login', { gateway })
  await user.type(await screen.findByLabelText('账号'), 'lin@ep.test')
  await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
  const top = await row('Two')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  await user.keyboard('{ArrowDown}')
  expect(top).toHaveFocus()
})

it('is left alone where a page is loaded anew', async () => {
  await withMail()
  await renderApp('/receive', { as: 'lin', gateway })
  await row('Two')
  expect(document.body).toHaveFocus()
})

it('goes back to the mails when the notice goes away on whose Undo it stood', async () => {
  await withMail()
  const { user } = await renderApp('/receive', { as: 'lin', gateway })
  ;(await row('Two')).focus()
  await user.keyboard('#')
  const notices = within(screen.getByRole('region', { name: '通知' }))
  const undo = await notices.findByRole('button', { name: '撤销' })
  expect(await row('One')).toHaveFocus()
  undo.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(undo).not.toBeInTheDocument())
  expect(await row('One')).toHaveFocus()
})
