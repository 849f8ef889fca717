/** New mail while the list is open: at once where nobody is among the rows, else told and waiting, so that no row shifts. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { lookForNewMail } from '#src/features/newMail'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })

async function inbox() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (const subject of ['One', 'Two']) {
    await deliverPlain(gateway, 'lin', { subject })
    gateway.clock.advance(60_000)
  }
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await row('Two')
  return app
}

describe('new mail', () => {
  it('shows at once where nobody is among the rows', async () => {
    const { store } = await inbox()
    await deliverPlain(gateway, 'lin', { subject: 'New' })
    await store.dispatch(lookForNewMail())
    expect(await row('New')).toHaveAttribute('aria-rowindex', '1')
  })

  it('waits while a row has the focus, says how many came, and shows when it is asked', async () => {
    const { store, user } = await inbox()
    ;(await row('Two')).focus()
    await deliverPlain(gateway, 'lin', { subject: 'New' })
    await deliverPlain(gateway, 'lin', { subject: 'Newer' })
    await store.dispatch(lookForNewMail())
    const pill = await screen.findByRole('button', { name: '2 封新邮件' })
    expect(gone('New')).toBeNull()
    expect(await row('Two')).toHaveAttribute('aria-rowindex', '1')
    expect(await row('Two')).toHaveFocus()
    await user.click(pill)
    expect(await row('Newer')).toHaveAttribute('aria-rowindex', '1')
    expect(screen.queryByRole('button', { name: /^\d+ 封新邮件$/ })).toBeNull()
  })

  it('stands in the list behind when it is opened out of its notice', async () => {
    const { store, user } = await inbox()
    ;(await row('Two')).focus()
    await deliverPlain(gateway, 'lin', { subject: 'New' })
    await store.dispatch(lookForNewMail())
    await screen.findByRole('button', { name: '1 封新邮件' })
    expect(gone('New')).toBeNull()
    const notice = within(await screen.findByRole('region', { name: '新邮件' }))
    await user.click(notice.getByRole('button', { name: /New/ }))
    expect(await screen.findByRole('row', { name: /主题 New，/, current: true })).toHaveAttribute('aria-rowindex', '1')
    expect(screen.queryByRole('button', { name: /^\d+ 封新邮件$/ })).toBeNull()
  })

  it('stays out of the way of an action, which refreshes the list as well', async () => {
    const { user } = await inbox()
    await deliverPlain(gateway, 'lin', { subject: 'New' })
    await user.click(within(await row('One')).getByRole('checkbox'))
    await user.keyboard('#')
    expect(await screen.findByRole('button', { name: '1 封新邮件' })).toBeVisible()
    expect(await row('Two')).toHaveAttribute('aria-rowindex', '1')
    await user.keyboard('z')
    expect(await row('One')).toHaveAttribute('aria-rowindex', '2')
    expect(gone('New')).toBeNull()
  })
})
