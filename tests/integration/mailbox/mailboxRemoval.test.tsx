/** What is shown after mails have left the list, as the person has chosen. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
let ids: Record<string, string>
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  ids = {}
  // The list shows the newest first: Four, Three, Two, One.
  for (const subject of ['One', 'Two', 'Three', 'Four']) {
    ids[subject] = await deliverPlain(gateway, 'lin', { subject })
    gateway.clock.advance(60_000)
  }
})
afterEach(() => gateway.close())

async function choose(afterRemoval: string) {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  await gateway.stores.settings.change(lin?.id ?? '', { afterRemoval })
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const gone = (subject: string) =>
  waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(`主题 ${subject}，`) })).toBeNull())

async function open(subject: string) {
  const app = await renderApp(`/receive/mailshow?id=${ids[subject]}`, { as: 'lin', gateway })
  await heading(subject)
  await row('One')
  await waitFor(() => expect(inReader('删除')).toBeEnabled())
  return app
}
const inReader = (name: string) => within(screen.getByRole('article')).getByRole('button', { name })

describe('the open mail, deleted in the reader,', () => {
  it.each([
    ['next', 'Three', 'Two'],
    ['previous', 'Three', 'Four'],
    ['next', 'One', 'Two'],
    ['previous', 'Four', 'Three'],
  ])('gives way to the %s: from %s to %s, whose row has the focus', async (way, from, to) => {
    await choose(way)
    const { user } = await open(from)
    await user.click(inReader('删除'))
    await heading(to)
    await gone(from)
    await waitFor(async () => expect(await row(to)).toHaveFocus())
    expect(new URLSearchParams(window.location.search).get('id')).toBe(ids[to])
  })

  it('gives way to the next one where nothing was chosen', async () => {
    const { user } = await open('Three')
    await user.click(inReader('删除'))
    await heading('Two')
  })

  it('gives way to the list where that was chosen', async () => {
    await choose('list')
    const { user } = await open('Three')
    await user.click(inReader('删除'))
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
    await gone('Three')
    await waitFor(async () => expect(await row('Two')).toHaveFocus())
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  })

  it('is not what Back leads to', async () => {
    const { user } = await open('Three')
    await user.click(await row('Two'))
    await heading('Two')
    await user.click(inReader('删除'))
    await heading('One')
    window.history.back()
    await heading('Three')
  })
})

describe('the open mail, taken from the list,', () => {
  it.each([
    ['next', 'One'],
    ['previous', 'Four'],
  ])('with others gives way to the %s that stays', async (way, to) => {
    await choose(way)
    const { user } = await open('Three')
    for (const subject of ['Three', 'Two']) await user.click(within(await row(subject)).getByRole('checkbox'))
    await user.click(
      within(within(screen.getByRole('region', { name: '收件箱' })).getByRole('toolbar')).getByRole('button', {
        name: '删除',
      }),
    )
    await heading(to)
    await waitFor(async () => expect(await row(to)).toHaveFocus())
  })

  it('by a key on its row gives way to the next one', async () => {
    const { user } = await open('Three')
    ;(await row('Three')).focus()
    await user.keyboard('#')
    await heading('Two')
    await waitFor(async () => expect(await row('Two')).toHaveFocus())
  })
})

describe('where no mail is open', () => {
  it.each([
    ['next', 'Two'],
    ['previous', 'Four'],
    ['list', 'Two'],
  ])('a row that leaves gives the focus by the choice %s to %s, and nothing opens', async (way, to) => {
    await choose(way)
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    ;(await row('Four')).focus()
    await user.keyboard('{ArrowDown}#')
    await gone('Three')
    await waitFor(async () => expect(await row(to)).toHaveFocus())
    expect(window.location.pathname).toBe('/receive')
  })
})

describe('the last mail of a list', () => {
  it('leaves the list behind', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Alone' }, 'junk')
    const { user } = await renderApp(`/rubbish/mailshow?id=${id}`, { as: 'lin', gateway })
    await heading('Alone')
    await row('Alone')
    await user.click(inReader('删除'))
    await waitFor(() => expect(window.location.pathname).toBe('/rubbish'))
  })
})

describe('a row that leaves by its own button', () => {
  it('hands on to the one below it, whichever was the active one', async () => {
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    expect(await row('Four')).toHaveAttribute('tabindex', '0')
    await user.click(within(await row('Two')).getByRole('button', { name: '归档' }))
    await gone('Two')
    await waitFor(async () => expect(await row('One')).toHaveFocus())
  })
})
