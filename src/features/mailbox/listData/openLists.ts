/** Which lists stay in memory: the last ones opened, this visit or the former one. */
import type { MailList, RecalledList } from './listRows'

type Lists = { lists: Record<string, MailList>; scrolled: Record<string, number> }

/** Lists kept for going back without waiting. */
const keptLists = 16

export function emptyList(): MailList {
  return {
    rows: [],
    total: 0,
    unread: null,
    status: 'loading',
    failure: null,
    goesOn: false,
    gaps: {},
    version: null,
    askedAt: 0,
    toldAt: 0,
    keptAt: 0,
  }
}

/** Lists stand in the order in which they were opened. */
export function forgetOldest(state: Lists): void {
  const keys = Object.keys(state.lists)
  for (const key of keys.slice(0, Math.max(0, keys.length - keptLists))) {
    delete state.lists[key]
    delete state.scrolled[key]
  }
}

/** What a former visit kept stands before what this one has opened, and gives way to whatever the gateway has told since. */
export function restoreLists(state: Lists, recalled: readonly RecalledList[]): void {
  const now = state.lists
  state.lists = {}
  for (const { key, rows, ...kept } of recalled) {
    state.lists[key] = { ...emptyList(), ...kept, rows: [...rows] }
  }
  for (const [key, list] of Object.entries(now)) {
    const isWaiting = list.status === 'loading' && list.rows.length === 0
    const former = state.lists[key]
    delete state.lists[key]
    state.lists[key] = isWaiting && former !== undefined ? former : list
  }
  forgetOldest(state)
}
