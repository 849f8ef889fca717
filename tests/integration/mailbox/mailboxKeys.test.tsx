/** What a key means where nothing is selected: the row that has the focus, else the mail that is read. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) => screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })

/** The inbox of lin with Two and One, of which Two is read in the reader where `isOpen`. */
async function inbox({ isOpen, filter = '' }: { isOpen: boolean; filter?: string }) {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { subject: 'One' })
  gateway.clock.advance(60_000)
  const id = await deliverPlain(gateway, 'lin', { subject: 'Two' })
  const path = isOpen ? `/receive/mailshow?id=${encodeURIComponent(id)}${filter}` : '/receive'
  const app = await renderApp(path, { as: 'lin', gateway })
  if (isOpen) await screen.findByRole('heading', { name: 'Two' })
  else await row('Two')
  return app
}

describe('a key while a mail is read', () => {
  for (const [key, said] of [
    ['#', '已删除 1 封邮件'],
    ['{Delete}', '已删除 1 封邮件'],
    ['!', '已将 1 封邮件移到垃圾邮件'],
  ] as const) {
    it(`${key} takes that mail away and goes on to the next`, async () => {
      const { user } = await inbox({ isOpen: true })
      await row('One')
      await user.keyboard(key)
      expect(await screen.findByText(said)).toBeVisible()
      expect(gone('Two')).toBeNull()
      expect(await screen.findByRole('heading', { level: 1, name: 'One' })).toBeVisible()
      expect(await row('One')).toBeVisible()
    })
  }

  it('u marks it unread and closes it', async () => {
    const { user } = await inbox({ isOpen: true })
    await screen.findByText('共 2 封，未读 1')
    await user.keyboard('u')
    expect(await screen.findByText('共 2 封，未读 2')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
  })

  it('s flags it and takes the flag back', async () => {
    const { user } = await inbox({ isOpen: true })
    await row('Two')
    await user.keyboard('s')
    expect(await screen.findByRole('row', { name: /有红旗.*主题 Two/ })).toBeVisible()
    await user.keyboard('s')
    await waitFor(() => expect(screen.queryByRole('row', { name: /有红旗/ })).toBeNull())
  })

  it('deletes it also where the list does not show it', async () => {
    const { user } = await inbox({ isOpen: true, filter: '&filter=flagged' })
    await screen.findByText(/没有符合/)
    await user.keyboard('#')
    expect(await screen.findByText('已删除 1 封邮件')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
  })

  it('takes the row that has the focus before the mail that is read', async () => {
    const { user } = await inbox({ isOpen: true })
    ;(await row('One')).focus()
    await user.keyboard('#')
    expect(await screen.findByText('已删除 1 封邮件')).toBeVisible()
    expect(gone('One')).toBeNull()
    expect(window.location.pathname).toBe('/receive/mailshow')
  })
})

describe('a key while no mail is read', () => {
  it('deletes the row that has the focus', async () => {
    const { user } = await inbox({ isOpen: false })
    ;(await row('One')).focus()
    await user.keyboard('{Delete}')
    expect(await screen.findByText('已删除 1 封邮件')).toBeVisible()
    expect(gone('One')).toBeNull()
    expect(await row('Two')).toHaveFocus()
  })

  it('asks to choose again where no row has the focus', async () => {
    const { user } = await inbox({ isOpen: false })
    await user.keyboard('{Delete}')
    expect(await screen.findByText('没有选中邮件，请重新选择')).toBeVisible()
    expect(await row('Two')).toBeVisible()
    expect(screen.queryByRole('toolbar', { name: '邮件操作' })).toBeNull()
  })
})
