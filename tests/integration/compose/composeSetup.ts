/** A composer that was opened, with people and groups whom its person knows. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect } from 'vitest'
import type { TierId } from '#contract/tiers'
import type { AppStore } from '#src/store/typed'
import { renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { contactOf } from '../../support/stores/contactOf'

const stores: AppStore[] = []

/** Composers that a test leaves save what they hold; the door to the gateway stays open until they did. */
export function closeComposers(): void {
  afterEach(async () => {
    cleanup()
    await waitFor(() => {
      for (const store of stores) expect(Object.keys(store.getState().compose?.open ?? {})).toEqual([])
    })
    stores.length = 0
  })
}

/** Waits for the composers of this store too. */
export function leftOpen(store: AppStore): void {
  stores.push(store)
}

/** What a page says as it goes is answered before the next one opens and answers otherwise. */
export async function leavePage({ store, unmount }: Pick<Awaited<ReturnType<typeof renderApp>>, 'store' | 'unmount'>) {
  unmount()
  await waitFor(() => expect(store.getState().compose?.open).toEqual({}))
}

/** The newest message of a mailbox, as its store has read it. */
export async function newestOf(gateway: TestGateway, address: string, folder = 'inbox') {
  const owner = (await gateway.stores.accounts.byAddress(address)) ?? expect.fail(`no mailbox ${address}`)
  const mails = gateway.stores.mailStores.of(owner)
  const page = await mails.page({ folder, page: 1, pageSize: 1, sort: 'date', order: 'desc', filter: 'all' })
  return (await mails.open(page?.list[0]?.id ?? ''))?.parsed
}

/** Opens what stands behind the button for options, and answers what is asked for there. */
export async function sendOption(user: UserEvent, role: 'checkbox' | 'button', name: string) {
  await user.click(screen.getByRole('button', { name: '发送选项' }))
  return within(await screen.findByRole('group', { name: '发送选项' })).getByRole(role, { name })
}

type Wanted = {
  readonly language?: 'zh-CN' | 'en-US'
  readonly tier?: TierId
  /** Names with addresses. */
  readonly contacts?: readonly (readonly [name: string, email: string])[]
  /** Groups with the addresses of their contacts. */
  readonly groups?: Readonly<Record<string, readonly string[]>>
}

/** Each test has a mailbox of its own, since the browser's database outlives it. */
export async function openedComposer(
  as: string,
  { language = 'zh-CN', tier = 'soho', contacts = [], groups = {} }: Wanted = {},
) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const gateway = await makeTestGateway()
  const owner = await gateway.account(`${as}@ep.test`, { tier })
  await gateway.account('wang@ep.test')
  for (const [name, email] of contacts) await gateway.stores.contacts.add(owner.id, contactOf(email, name, email), 999)
  for (const [name, members] of Object.entries(groups))
    await gateway.stores.contactGroups.add(owner.id, { id: name, name, contacts: members }, 99)
  const app = await renderApp('/writeMail', { as, gateway })
  leftOpen(app.store)
  const box = await screen.findByRole('combobox', { name: language === 'zh-CN' ? '收件人' : 'To' })
  return { ...app, box }
}
