/** Changes of contacts and their groups: each is said, and followed by a look at the gateway. */
import {
  type ContactDetails,
  type ContactRecord,
  contactLimits,
  type SomeDetails,
} from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import { addGroup, groupContacts, removeGroup, renameGroup } from '#contract/endpoints/contacts/contactGroups'
import {
  addPeople,
  createContact,
  editContact,
  openContact,
  removeCollected,
  removeContacts,
  starContacts,
  undoContacts,
} from '#contract/endpoints/contacts/contacts'
import { mergeContacts, setContactsApart } from '#contract/endpoints/contacts/duplicates'
import { putContactPhoto, removeContactPhoto } from '#contract/endpoints/contacts/photos'
import { type ContactGroup, groupMembers } from '#contract/endpoints/sending/contacts'
import { saveDraft } from '#contract/endpoints/sending/sending'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { tellOfBlocked } from '#src/store/mail/tellOfBlocked'
import { noticeShown, undoPressed } from '#src/store/shell/notices'
import { type AppThunk, startAppListening } from '#src/store/typed'
import { loadContacts } from './contactsSlice'

const undoMark = 'contacts:'
/** Before the ids of contacts that were set apart. */
const apartMark = 'contactsApart:'

/** Shows what came of a change: the contacts as they are now, or why there is none. */
function settle(
  outcome: Outcome<unknown>,
  done: Parameters<typeof noticeShown>[0] | null = null,
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    if (!outcome.ok) dispatch(say(outcome))
    else if (done !== null) dispatch(noticeShown(done))
    // Where a contact was gone meanwhile, the list shows that.
    if (outcome.ok || outcome.code === 'notFound') await dispatch(loadContacts())
    return outcome.ok
  }
}

export function deleteContacts(ids: readonly string[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(removeContacts, { ids: [...ids] })
    if (!outcome.ok) return dispatch(settle(outcome))
    const { removed, undo } = outcome.value
    const notice = { tone: 'info', message: 'contacts:removed', params: { count: removed } } as const
    return dispatch(settle(outcome, { ...notice, undoId: undoMark + undo }))
  }
}

/** The contacts whole; null where one could not be had, which is said. */
export function readContacts(ids: readonly string[]): AppThunk<Promise<readonly ContactRecord[] | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcomes = await Promise.all(ids.map((id) => call(openContact, { id })))
    const contacts: ContactRecord[] = []
    for (const outcome of outcomes) {
      if (outcome.ok) {
        contacts.push(outcome.value.contact)
        continue
      }
      await dispatch(settle(outcome))
      return null
    }
    return contacts
  }
}

/** Makes one contact of several; null where that was refused, which is said. */
export function mergeInto(
  ids: readonly string[],
  chosen: SomeDetails,
  photo: string,
): AppThunk<Promise<ContactRecord | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(mergeContacts, { ids: [...ids], chosen, photo })
    if (!outcome.ok) {
      await dispatch(settle(outcome))
      return null
    }
    const { contact, undo } = outcome.value
    const notice = { tone: 'info', message: 'contacts:merged', params: { count: ids.length } } as const
    await dispatch(settle(outcome, { ...notice, undoId: undoMark + undo }))
    return contact
  }
}

/** Contacts are not one person, or may be again. */
export function setApart(ids: readonly string[], apart: boolean): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(setContactsApart, { ids: [...ids], apart })
    const done = apart
      ? ({ tone: 'info', message: 'contacts:apartSet', undoId: apartMark + ids.join() } as const)
      : ({ tone: 'info', message: 'contacts:undone' } as const)
    return dispatch(settle(outcome, done))
  }
}

export function setStars(ids: readonly string[], starred: boolean): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => dispatch(settle(await call(starContacts, { ids: [...ids], starred })))
}

/** Puts contacts into a group, or takes them out. */
export function setMembership(
  { id, name }: Pick<ContactGroup, 'id' | 'name'>,
  ids: readonly string[],
  member: boolean,
): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(groupContacts, { id, contacts: [...ids], member })
    const count = outcome.ok ? outcome.value.changed : 0
    const message = member ? 'contacts:groupedIn' : 'contacts:groupedOut'
    return dispatch(settle(outcome, { tone: 'success', message, params: { count, group: name } }))
  }
}

export function createGroup(
  name: string,
  contacts: readonly string[],
): AppThunk<Promise<Outcome<Reply<typeof addGroup>>>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(addGroup, { name, contacts: [...contacts] })
    if (outcome.ok) await dispatch(loadContacts())
    return outcome
  }
}

export function nameGroup(id: string, name: string): AppThunk<Promise<Failure | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(renameGroup, { id, name })
    if (!outcome.ok) return outcome
    await dispatch(loadContacts())
    return null
  }
}

export function deleteGroup({ id, name }: ContactGroup): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) =>
    dispatch(
      settle(await call(removeGroup, { id }), { tone: 'success', message: 'contacts:groupRemoved', params: { name } }),
    )
}

/** Saves what a form holds: a new contact, or what it changed of one. */
export function storeContact(
  base: ContactRecord | null,
  details: ContactDetails | SomeDetails,
): AppThunk<Promise<Outcome<{ contact: ContactRecord }>>> {
  return async (dispatch, _getState, { call }) => {
    const outcome =
      base === null
        ? await call(createContact, { contact: details })
        : await call(editContact, { id: base.id, version: base.version, changes: details })
    if (outcome.ok) {
      dispatch(noticeShown({ tone: 'success', message: 'contacts:saved' }))
      await dispatch(loadContacts())
      dispatch(tellOfBlocked(outcome.value.contact.emails.map(({ value }) => value)))
    }
    return outcome
  }
}

/** @param picture null takes the photo away */
export function storePhoto(id: string, picture: Blob | null): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call, sendBytes }) =>
    dispatch(
      settle(
        picture === null
          ? await call(removeContactPhoto, { id })
          : await sendBytes(putContactPhoto, { id }, picture, {}),
      ),
    )
}

/** Makes contacts of people who were written to; answers the addresses of those who are. */
export function keepCollected(people: readonly Person[]): AppThunk<Promise<readonly string[]>> {
  return async (dispatch, _getState, { call }) => {
    const kept: string[] = []
    let count = 0
    for (let at = 0; at < people.length; at += contactLimits.peopleAdded) {
      const piece = people.slice(at, at + contactLimits.peopleAdded)
      const outcome = await call(addPeople, { people: piece })
      if (!outcome.ok) {
        await dispatch(settle(outcome))
        break
      }
      kept.push(...piece.map(({ address }) => address))
      count += outcome.value.added
    }
    if (kept.length > 0)
      dispatch(noticeShown({ tone: 'success', message: 'contacts:collected.kept', params: { count } }))
    await dispatch(loadContacts())
    return kept
  }
}

/** Offers them as recipients no longer; answers the addresses of those who are forgotten. */
export function forgetCollected(people: readonly Person[]): AppThunk<Promise<readonly string[]>> {
  return async (dispatch, _getState, { call }) => {
    const addresses = people.map(({ address }) => address)
    const outcome = await call(removeCollected, { addresses })
    const params = { count: outcome.ok ? outcome.value.removed : 0 }
    await dispatch(settle(outcome, { tone: 'success', message: 'contacts:collected.forgotten', params }))
    return outcome.ok ? addresses : []
  }
}

type Person = { readonly name: string; readonly address: string }

/** As RFC 5322 writes it, the name in quotes. */
export const personText = ({ name, address }: Person): string =>
  name === '' ? address : `"${name.replaceAll(/["\\\p{Cc}]/gu, '')}" <${address}>`

/** A draft to people, separate ones to each alone; null where it could not be made, which is said. */
export function draftToPeople(people: readonly Person[], separate: boolean): AppThunk<Promise<string | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(saveDraft, { to: people.map(personText), subject: '', html: '', separate })
    if (outcome.ok) return outcome.value.id
    dispatch(say(outcome))
    return null
  }
}

/** Likewise to who is in a group. */
export function draftToGroup(id: string, separate: boolean): AppThunk<Promise<string | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(groupMembers, { id })
    if (outcome.ok) return dispatch(draftToPeople(outcome.value.people, separate))
    dispatch(say(outcome))
    return null
  }
}

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload: { undoId } }, { dispatch }) => {
    if (undoId.startsWith(undoMark)) await dispatch(takeBack(undoId.slice(undoMark.length)))
    if (undoId.startsWith(apartMark)) await dispatch(setApart(undoId.slice(apartMark.length).split(','), false))
  },
})

function takeBack(undo: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(undoContacts, { undo })
    const unchanged = outcome.ok ? outcome.value.unchanged : 0
    const message = unchanged === 0 ? 'contacts:undone' : 'contacts:undonePartly'
    await dispatch(settle(outcome, { tone: 'info', message, params: { count: unchanged } }))
  }
}
