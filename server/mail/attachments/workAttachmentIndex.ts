/** Reads the files of a whole mailbox into the index in small steps (docs/decisions/0084). */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Account } from '../../core/account'
import { StoreAway, WorkUnfinished } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { Held } from '../jobs/workMailJob'
import type { AttachmentIndex, IndexedFolder } from './attachmentIndex.store'
import type { MessageFileSource, ReadWish } from './fileSource.port'
import type { FolderLooks } from './folderLooks'

export type AttachmentIndexDeps = {
  readonly attachmentIndex: AttachmentIndex
  readonly fileSource: MessageFileSource
  readonly folderLooks: FolderLooks
  readonly clock: Clock
  /** Milliseconds after which a server that went silent is asked again: the pool leaves it that long. */
  readonly peaceMs?: number
  /** Files of an account that are listed. */
  readonly filesMost?: number
}

/** Messages of a step, which holds the server's line, and steps until others have their turn. */
const stepMessages = 200
const stepsOfTurn = 25
/** UIDs of one question whether they are still there. */
const askedAtOnce = 1_000
const listedMost = 100_000

/** Milliseconds until a folder that the server refused is asked for again, by how often it was. */
const setAsideMs = [60_000, 600_000, 3_600_000, 21_600_000] as const
/** Milliseconds for which the others come first, after a folder that was asked for as the server went away. */
const afterAwayMs = 10_000
/** Refusals after which a message that cannot be described is passed over. */
const refusalsMost = 3

/** Milliseconds until a look is due for what arrived after the last one. */
const arrivedMs = 5_000

/** Longer than the pool leaves a server in peace that went silent once. */
const peaceMs = 300

/** Answers whether all has been read that is due; throws `WorkUnfinished` where more will be. */
export const makeWorkAttachmentIndex = (deps: AttachmentIndexDeps) => {
  const { attachmentIndex: index, folderLooks, filesMost = listedMost, clock } = deps
  return async (account: Account, note: Held['note']): Promise<boolean> => {
    const { id } = account
    const { lookedAt } = await index.standing(id, clock.now())
    await folderLooks.ifDue(account, lookedAt)
    const goesOn = async () => {
      // What others have asked for meanwhile comes first.
      await setImmediate()
      const { total, waiting } = await index.standing(id, clock.now())
      return note({ done: total - waiting, position: 0, total })
    }
    let isCleared = false
    while (await index.clearGone(id)) {
      if (!(await goesOn())) return false
      isCleared = true
    }
    // A folder that came back meanwhile is not known before its files were cleared.
    if (isCleared) await folderLooks.anew(account)
    let files = await index.count(id)
    let steps = 0
    const due = () => index.unsettled(id, clock.now())
    for (let open = await due(); open.length > 0; open = await due()) {
      // One step in each folder: the newest of all come first.
      for (const folder of open) {
        if (!(await goesOn())) return false
        if (steps === stepsOfTurn) throw new WorkUnfinished()
        steps += 1
        const found = await stepIn(deps, account, folder, { newOnly: files >= filesMost, goesOn })
        if (found === null) return false
        files += found
      }
    }
    if (files > filesMost) await index.trim(id, filesMost)
    const isOn = await goesOn()
    const last = await index.standing(id, clock.now())
    const dueAt = last.lookedAt !== null && last.lookedAt < 0 ? clock.now() + arrivedMs : last.retryAt
    if (isOn && dueAt !== null) throw new WorkUnfinished(dueAt)
    return isOn
  }
}

type Step = Pick<ReadWish, 'newOnly'> & { readonly goesOn: () => Promise<boolean> }

/** Answers how many files were found; null where the work ends here. */
async function stepIn(
  deps: AttachmentIndexDeps,
  account: Account,
  folder: IndexedFolder,
  { newOnly, goesOn }: Step,
): Promise<number | null> {
  const most = folder.refusals === 0 ? stepMessages : 1
  for (const describes of folder.refusals < refusalsMost ? [true] : [true, false])
    try {
      return await readOn(deps, account, folder, { most, newOnly, describes }, goesOn)
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error
      await setTimeout(deps.peaceMs ?? peaceMs)
      let isAway = true
      try {
        await deps.folderLooks.anew(account)
        isAway = false
      } finally {
        // A folder that makes the whole server seem away stops no other.
        await setAside(deps, account, folder, isAway)
      }
    }
  return 0
}

async function readOn(
  deps: AttachmentIndexDeps,
  account: Account,
  folder: IndexedFolder,
  wish: ReadWish,
  goesOn: Step['goesOn'],
): Promise<number | null> {
  const { attachmentIndex: index, fileSource: source } = deps
  const read = await source.read(account, folder, folder, wish)
  if (read !== null && read.count > 0) {
    // Alone to the end of a step: the message that was refused is in this one or the next.
    const isAmongRefused = wish.most === 1 && wish.describes && (folder.entered + read.count) % stepMessages > 0
    const isEntered = await index.enter(account.id, folder, read, isAmongRefused ? 1 : 0)
    return isEntered ? read.messages.reduce((sum, { files }) => sum + files.length, 0) : 0
  }
  const isInStep =
    read !== null && (read.held >= folder.entered || (await removeExpunged(deps, account, folder, goesOn)))
  if (isInStep === null) return null
  if (isInStep)
    await index.settle(account.id, folder, { exists: read.exists, upto: Math.max(folder.upto, folder.uidNext) })
  else await setAside(deps, account, folder)
  return 0
}

/** What a lock or an overload refuses today is read later; that a server is away is no folder's fault. */
async function setAside(
  { attachmentIndex, clock }: AttachmentIndexDeps,
  { id }: Account,
  folder: IndexedFolder,
  isAway = false,
): Promise<void> {
  const [refusals, wait] = isAway
    ? [folder.refusals, afterAwayMs]
    : [folder.refusals + 1, setAsideMs[folder.refusals] ?? setAsideMs[3]]
  await attachmentIndex.setAside(id, folder, { refusals, retryAt: clock.now() + wait })
}

/** False where the server refused to say which are there; null where the work ends here. */
async function removeExpunged(
  { attachmentIndex: index, fileSource: source }: AttachmentIndexDeps,
  account: Account,
  folder: IndexedFolder,
  goesOn: Step['goesOn'],
): Promise<boolean | null> {
  let after = 0
  for (;;) {
    const uids = await index.uids(account.id, folder.key, after, askedAtOnce)
    const last = uids.at(-1)
    if (last === undefined) return true
    if (after > 0 && !(await goesOn())) return null
    const there = await source.present(account, folder, uids)
    if (there === null) return false
    const gone = uids.filter((uid) => !there.has(uid))
    await index.remove(account.id, folder.key, gone)
    after = last
  }
}
