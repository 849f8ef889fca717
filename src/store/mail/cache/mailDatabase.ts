/** What this page has of the browser's kept mails: opened once for whoever is signed in, and silently nothing where that fails. */
import type { CachedList, MailCache } from '#src/lib/storage/mailCache'
import type { Services } from '../../services'
import { selectUsername } from '../../session/session'
import { readStoredUsername } from '../../session/storedSession'
import type { AppThunk } from '../../typed'

export type MailDatabase = {
  readonly account: string
  readonly kept: MailCache
  /** Ids of the mails that are kept, so that one which is not is asked of the gateway at once. */
  readonly ids: Set<string>
  /** As they were when the page began. */
  readonly lists: readonly CachedList[]
}

type Opening = { readonly account: string; readonly keeper: Promise<MailDatabase | null>; isDone: boolean }

/** By page: a store has one set of services. */
const openings = new WeakMap<Services, Opening>()

/** Whose mails this browser keeps; `ep_keptMails` is read at once, which a database is not. */
const item = 'keptMails'
/** How long whoever wants to show something waits for the browser's database at most: so many turns of so many milliseconds. */
const patience = { turns: 20, ms: 50 } as const

function openingFor(services: Services, account: string): Opening {
  const known = openings.get(services)
  if (known?.account === account) return known
  const opening: Opening = {
    account,
    isDone: false,
    keeper: openKeeper(services, account)
      .catch(() => null)
      .finally(() => {
        opening.isDone = true
      }),
  }
  openings.set(services, opening)
  return opening
}

async function openKeeper({ keptMails, stored }: Services, account: string): Promise<MailDatabase> {
  const kept = await keptMails.open(account)
  const [ids, lists] = await Promise.all([kept.ids(), kept.lists()])
  // Signed out meanwhile, here or in another tab: nothing that names this user is left behind (TRUST S18).
  if (readStoredUsername(stored) === account) stored.set(item, account)
  return { account, kept, ids: new Set(ids), lists }
}

/** Counted in turns of the page: a busy one keeps its own database waiting as well. */
async function withinPatience(keeper: Promise<MailDatabase | null>): Promise<MailDatabase | null> {
  let found: { readonly keeper: MailDatabase | null } | undefined
  const arrived = keeper.then((one) => {
    found = { keeper: one }
  })
  for (let turn = 0; turn < patience.turns && found === undefined; turn += 1) {
    await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, patience.ms))])
  }
  return found?.keeper ?? null
}

/** Null where nothing can be kept, and where nobody is signed in. */
export function openMailDatabase(): AppThunk<Promise<MailDatabase | null>> {
  return async (_dispatch, getState, services) => {
    const account = selectUsername(getState())
    if (account === null) return null
    const keeper = await openingFor(services, account).keeper
    // Signed out meanwhile: what was read is nobody's here any more.
    return selectUsername(getState()) === account ? keeper : null
  }
}

/** Null as well where this browser's database was not opened yet and holds nothing of this user: that is not waited for. */
export function readyMailDatabase(): AppThunk<Promise<MailDatabase | null>> {
  return async (dispatch, getState, services) => {
    const account = selectUsername(getState())
    if (account === null) return null
    const opening = openings.get(services)
    const isOpen = opening?.account === account && opening.isDone
    return isOpen || services.stored.get(item) === account ? withinPatience(dispatch(openMailDatabase())) : null
  }
}

/** Forgets the keeper of whoever was signed in. */
export function closeMailDatabase(): AppThunk<void> {
  return (_dispatch, _getState, services) => {
    openings.delete(services)
  }
}

/**
 * What a former visit of this user left, waited for only where it left something, and never for long. Null once the page has it, and
 * where there is nothing to wait for: then the gateway is asked at once.
 */
export function mailDatabaseOfLastVisit(): AppThunk<Promise<MailDatabase | null> | null> {
  return (dispatch, getState, services) => {
    const account = selectUsername(getState())
    if (account === null || services.stored.get(item) !== account) return null
    const opening = openingFor(services, account)
    if (opening.isDone) return null
    return withinPatience(dispatch(openMailDatabase()))
  }
}
