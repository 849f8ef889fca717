import { screen, within } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach } from 'vitest'
import { contactRecord, type SomeDetails } from '#contract/contacts/contactDetails'
import { renderApp } from '../../support/browser/renderApp'
import { makeCalls, type RawValues } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

/** The gateway of a test, which ends with it. */
export async function ownGateway(): Promise<TestGateway> {
  gateway = await makeTestGateway()
  return gateway
}

/** By the sound of their names. */
export const people = ['陈思远', 'Emma Visser', '王丽']
const addresses: Readonly<Record<string, string>> = { 陈思远: 'chen@ep.test', 王丽: 'wang@ep.test' }

type Wanted = {
  path?: string
  names?: readonly string[]
  starred?: readonly string[]
  group?: readonly string[]
  /** Others, with all that is known of them. */
  others?: readonly SomeDetails[]
}

/** The page of someone who knows these people, some of them in the group 客户; `ids` are theirs by name. */
export async function opened({
  path = '/Contact',
  names = people,
  starred = [],
  group = [],
  others = [],
}: Wanted = {}) {
  const gateway = await ownGateway()
  const calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'soho' })
  const session = await calls.signIn('lin@ep.test')
  const post = async (call: string, form: RawValues = {}) =>
    (await calls.post(`contact/${call}.action`, form, { session })).json
  const contactOf = (json: Readonly<Record<string, unknown>>) => v.parse(contactRecord, json.contact)
  const ids = new Map<string, string>()
  for (const name of names) {
    const emails = [{ label: '', value: addresses[name] ?? `${name.split(' ')[0]?.toLowerCase()}@ep.test` }]
    const contact = JSON.stringify({ name, emails, starred: starred.includes(name) })
    ids.set(name, contactOf(await post('createContact', { contact })).id)
  }
  for (const other of others)
    ids.set(other.name ?? '', contactOf(await post('createContact', { contact: JSON.stringify(other) })).id)
  const idOf = (name: string) => ids.get(name) ?? ''
  if (group.length > 0) await post('addGroup', { name: '客户', contacts: group.map(idOf) })
  const app = await renderApp(path, { as: 'lin', gateway })
  const reply = v.object({ contacts: v.array(v.object({ name: v.string() })) })
  return {
    ...app,
    gateway,
    idOf,
    post,
    stored: async (id: string) => contactOf(await post('openContact', { id })),
    storedNames: async () => v.parse(reply, await post('queryAllContacts')).contacts.map(({ name }) => name),
  }
}

export const row = (name: RegExp) => screen.findByRole('row', { name })
export const pane = () => within(screen.getByRole('region', { name: '联系人详情' }))
export const list = (name: string) => within(screen.getByRole('region', { name }))
export const groups = () => within(screen.getByRole('navigation', { name: '联系组' }))
export const field = (name: string) => screen.findByLabelText(name, { selector: 'input, textarea' })
