/** Looks at an account's folders, one look at a time, and the slower they are the more seldom. */
import type { Account, AccountId } from '../../core/account'
import { StoreAway } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AttachmentIndex } from './attachmentIndex.store'
import type { MessageFileSource } from './fileSource.port'

export type FolderLooks = {
  /** Null where the last look is new enough; a server that was away a moment ago is not asked. */
  readonly ifDue: (account: Account, lookedAt: number | null) => Promise<void> | null
  /** A look that begins after this call, however new the last one is. */
  readonly anew: (account: Account) => Promise<void>
}

export type FolderLookDeps = {
  readonly attachmentIndex: Pick<AttachmentIndex, 'look'>
  readonly fileSource: Pick<MessageFileSource, 'folders'>
  readonly clock: Clock
}

/** Milliseconds for which a look is believed at least, and how many times as long as it took. */
const lookedMs = 5_000
const lookedTimes = 10
/** Accounts of which the last look is remembered. */
const looksMost = 1_000

type Rest = { readonly from: number; readonly until: number; readonly isAway: boolean }
type Look = { readonly done: Promise<void> /** Null while it lasts. */; readonly rest: Rest | null }

export function makeFolderLooks({ attachmentIndex, fileSource, clock }: FolderLookDeps): FolderLooks {
  const looks = new Map<AccountId, Look>()
  async function look(account: Account): Promise<void> {
    const askedAt = clock.now()
    let isAway = false
    try {
      await attachmentIndex.look(account.id, await fileSource.folders(account), askedAt)
    } catch (error) {
      isAway = error instanceof StoreAway
      // A session that ended says nothing of the next one.
      if (!isAway) looks.delete(account.id)
      throw error
    } finally {
      const now = clock.now()
      const restMs = isAway ? lookedMs : Math.max(lookedMs, (now - askedAt) * lookedTimes)
      const rest = { from: now, until: now + restMs, isAway }
      const known = looks.get(account.id)
      if (known !== undefined) looks.set(account.id, { ...known, rest })
    }
  }
  function begin(account: Account): Promise<void> {
    looks.delete(account.id)
    const done = look(account)
    looks.set(account.id, { done, rest: null })
    for (const [oldest, { rest }] of looks) {
      if (looks.size <= looksMost) break
      if (rest !== null) looks.delete(oldest)
    }
    return done
  }
  return {
    ifDue: (account, lookedAt) => {
      const now = clock.now()
      const known = looks.get(account.id)
      if (known?.rest === null) return known.done
      if (lookedAt === null) return begin(account)
      const rests = known !== undefined && now >= known.rest.from && now < known.rest.until
      if (rests) return known.rest.isAway ? known.done : null
      return now >= lookedAt && now < lookedAt + lookedMs ? null : begin(account)
    },
    anew: async (account) => {
      const lasting = () => looks.get(account.id)
      for (let known = lasting(); known?.rest === null; known = lasting()) await known.done.catch(() => undefined)
      await begin(account)
    },
  }
}
