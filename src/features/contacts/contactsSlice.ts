/** All contacts in the order of the list, their groups, and which of them were found. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { contactLimits } from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import { contactIds, contactViews, listContacts, queryAllContacts } from '#contract/endpoints/contacts/contacts'
import type { ContactGroup } from '#contract/endpoints/sending/contacts'
import type { Failure } from '#src/lib/http/outcome'
import { rootReducer } from '#src/store/rootReducer'
import type { AppThunk } from '#src/store/typed'

export type ListedContact = Reply<typeof queryAllContacts>['contacts'][number]

/** Which contacts are shown: of a view or a group (by its id), those that the typed words begin. */
export type ContactQuery = { readonly group: string; readonly typed: string }

type Found = { key: string; ids: string[] } | { key: string; code: Failure['code'] }

type ContactsState = {
  status: 'waiting' | 'ready' | 'failed'
  code: Failure['code'] | null
  /** Of the contacts and groups here; the gateway sends them again only where it has another. */
  version: string
  groups: ContactGroup[]
  contacts: ListedContact[]
  /** How many were written to lately. */
  recent: number
  /** The answer to the last query that asks the gateway, by `queryKey`. */
  found: Found | null
}

const initialState: ContactsState = {
  status: 'waiting',
  code: null,
  version: '',
  groups: [],
  contacts: [],
  recent: 0,
  found: null,
}

export const queryKey = ({ group, typed }: ContactQuery): string => `${group} ${typed}`

export const contactsSlice = createSlice({
  name: 'contacts',
  initialState,
  reducers: {
    contactsArrived(state, { payload }: PayloadAction<Reply<typeof queryAllContacts>>) {
      state.status = 'ready'
      state.code = null
      if (payload.unchanged === true) return
      state.version = payload.version
      state.groups = payload.groups
      state.contacts = payload.contacts
    },
    contactsFailed(state, { payload }: PayloadAction<Failure['code']>) {
      // What was there before is better than nothing.
      if (state.status === 'ready') return
      state.status = 'failed'
      state.code = payload
    },
    contactsFound(state, { payload }: PayloadAction<Found>) {
      state.found = payload
    },
    recentCounted(state, { payload }: PayloadAction<number>) {
      state.recent = payload
    },
  },
})

declare module '#src/store/rootReducer' {
  interface LazySlices extends WithSlice<typeof contactsSlice> {}
}
const injected = contactsSlice.injectInto(rootReducer)
export const selectContacts = injected.selectSlice
const { contactsArrived, contactsFailed, contactsFound, recentCounted } = contactsSlice.actions

/** Asks for what is new since the version here. */
export function loadContacts(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const [all, recent] = await Promise.all([
      call(queryAllContacts, { known: selectContacts(getState()).version }),
      call(listContacts, { view: 'recent', size: 1 }),
    ])
    if (recent.ok) dispatch(recentCounted(recent.value.total))
    dispatch(all.ok ? contactsArrived(all.value) : contactsFailed(all.code))
  }
}

/** Whether the contacts here answer the query by themselves. */
const isKnownHere = ({ group, typed }: ContactQuery) => typed === '' && (group === 'all' || group === 'starred')

/** Asks the gateway which contacts a query means; what comes after `signal` is dropped. */
export function findContacts(query: ContactQuery, signal: AbortSignal): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    if (isKnownHere(query)) return
    const { group, typed } = query
    const key = queryKey(query)
    const view = contactViews.find((one) => one === group)
    const wanted = view === undefined ? { group, typed } : { view, typed }
    if (view === 'recent') {
      // In the order in which they were written to.
      const listed = await call(listContacts, { ...wanted, size: contactLimits.pageRows }, { signal })
      const ids = listed.ok ? listed.value.contacts.map(({ id }) => id) : []
      if (!signal.aborted) dispatch(contactsFound(listed.ok ? { key, ids } : { key, code: listed.code }))
      return
    }
    const found = await call(contactIds, wanted, { signal })
    if (!signal.aborted) dispatch(contactsFound(found.ok ? { key, ids: found.value.ids } : { key, code: found.code }))
  }
}

export type ShownContacts =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly code: Failure['code'] }
  | { readonly state: 'ready'; readonly contacts: readonly ListedContact[] }

/** The contacts that a query shows, in the order of the list. */
export function shownContacts({ status, code, contacts, found }: ContactsState, query: ContactQuery): ShownContacts {
  if (code !== null) return { state: 'failed', code }
  if (status === 'waiting') return { state: 'waiting' }
  if (isKnownHere(query))
    return { state: 'ready', contacts: query.group === 'all' ? contacts : contacts.filter(({ starred }) => starred) }
  if (found === null || found.key !== queryKey(query)) return { state: 'waiting' }
  if ('code' in found) return { state: 'failed', code: found.code }
  if (query.group === 'recent') {
    const byId = new Map(contacts.map((contact) => [contact.id, contact]))
    return { state: 'ready', contacts: found.ids.flatMap((id) => byId.get(id) ?? []) }
  }
  const ids = new Set(found.ids)
  return { state: 'ready', contacts: contacts.filter(({ id }) => ids.has(id)) }
}
