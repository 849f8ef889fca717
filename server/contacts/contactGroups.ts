/** Groups of contacts (SPEC §5). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/contacts/contactGroups'
import type * as recipients from '../../src/contract/endpoints/sending/contacts'
import { limits } from '../../src/contract/limits'
import { checkGroup, contactName } from '../../src/contract/mail/contactRules'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { ContactGroups } from './contactGroups.store'

type GroupDeps = { readonly contactGroups: ContactGroups }

function groupName(typed: string): string {
  const name = contactName(typed)
  if (!checkGroup(name)) throw new Refusal('badField', { field: 'name' })
  return name
}

async function present({ contactGroups }: GroupDeps, account: AccountId, id: string) {
  const group = await contactGroups.find(account, id)
  if (group === null) throw new Refusal('notFound')
  return group
}

/** One more group, with contacts of this person. */
export const makeAddGroup =
  (deps: GroupDeps) =>
  async (form: Form<typeof entries.addGroup>, { account }: Caller): Promise<Reply<typeof entries.addGroup>> => {
    const group = { id: randomUUID(), name: groupName(form.name), contacts: form.contacts }
    const came = await deps.contactGroups.add(account.id, group, limits.contactGroups)
    if (came === 'exists') throw new Refusal('groupExists', { field: 'name' })
    if (came === 'full') throw new Refusal('groupsFull')
    return { group: await present(deps, account.id, group.id) }
  }

export const makeRenameGroup =
  (deps: GroupDeps) =>
  async (
    { id, name }: Form<typeof entries.renameGroup>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renameGroup>> => {
    const came = await deps.contactGroups.rename(account.id, id, groupName(name))
    if (came === 'exists') throw new Refusal('groupExists', { field: 'name' })
    return { group: await present(deps, account.id, id) }
  }

export const makeRemoveGroup =
  ({ contactGroups }: GroupDeps) =>
  async ({ id }: Form<typeof entries.removeGroup>, { account }: Caller): Promise<Reply<typeof entries.removeGroup>> => {
    if (!(await contactGroups.remove(account.id, id))) throw new Refusal('notFound')
    return {}
  }

export const makeGroupContacts =
  ({ contactGroups }: GroupDeps) =>
  async (
    { id, contacts, member }: Form<typeof entries.groupContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.groupContacts>> => {
    const changed = await contactGroups.include(account.id, id, contacts, member)
    if (changed === null) throw new Refusal('notFound')
    return { changed }
  }

/** Who is in a group: what is written to when it is chosen as a recipient. */
export const makeGroupMembers =
  ({ contactGroups }: GroupDeps) =>
  async (
    { id }: Form<typeof recipients.groupMembers>,
    { account }: Caller,
  ): Promise<Reply<typeof recipients.groupMembers>> => {
    const group = await contactGroups.members(account.id, id)
    if (group === null) throw new Refusal('notFound')
    // Imported people may have no address.
    const people = group.contacts.filter(({ email }) => email !== '')
    return { name: group.name, people: people.map(({ name, email }) => ({ name, address: email })) }
  }
