/** Reads the files of a whole mailbox into the index in small steps (docs/decisions/0084). */
import { setImmediate } from 'node:timers/promises'
import type { Account } from '../../core/account'
import { WorkUnfinished } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { Held } from '../jobs/workMailJob'
import type { AttachmentIndex, IndexedFolder } from './attachmentIndex.store'
import type { MessageFileSource } from './fileSource.port'

export type AttachmentIndexDeps = {
  readonly attachmentIndex: AttachmentIndex
  readonly fileSource: MessageFileSource
  readonly clock: Clock
  /** Files of an account that are listed. */
  readonly filesMost?: number
}

/** Messages of a step, which holds the server's line, and steps until others have their turn. */
const stepMessages = 200
const stepsOfTurn = 25
/** UIDs of one question whether they are still there. */
const askedAtOnce = 1_000
const listedMost = 100_000

/** Answers whether all has been read; throws `WorkUnfinished` after a turn. */
export const makeWorkAttachmentIndex =
  ({ attachmentIndex: index, fileSource: source, clock, filesMost = listedMost }: AttachmentIndexDeps) =>
  async (account: Account, note: Held['note']): Promise<boolean> => {
    const { id } = account
    await index.look(id, await source.folders(account), clock.now())
    const goesOn = async () => {
      // What others have asked for meanwhile comes first.
      await setImmediate()
      const { total, waiting } = await index.standing(id)
      return note({ done: total - waiting, position: 0, total })
    }
    while (await index.clearGone(id)) if (!(await goesOn())) return false
    let files = await index.count(id)
    let steps = 0
    for (let open = await index.unsettled(id); open.length > 0; open = await index.unsettled(id)) {
      // One step in each folder: the newest of all come first.
      for (const folder of open) {
        if (!(await goesOn())) return false
        if (steps === stepsOfTurn) throw new WorkUnfinished()
        steps += 1
        files += await readOn(index, source, account, folder, files < filesMost)
      }
    }
    if (files > filesMost) await index.trim(id, filesMost)
    return goesOn()
  }

/** Answers how many files were found; without `isWhole` what came last alone is read. */
async function readOn(
  index: AttachmentIndex,
  source: MessageFileSource,
  account: Account,
  folder: IndexedFolder,
  isWhole: boolean,
): Promise<number> {
  const { upto, uidNext, messages } = folder
  const read = await source.read(account, folder, { upto, low: isWhole ? folder.low : 1 }, stepMessages)
  if (read === null) {
    // It is asked for again once it has changed.
    await index.settle(account.id, folder, { exists: messages, upto: uidNext })
    return 0
  }
  if (read.count > 0) {
    const isEntered = await index.enter(account.id, folder, read)
    return isEntered ? read.messages.reduce((sum, { files }) => sum + files.length, 0) : 0
  }
  if (read.held < folder.entered) await removeExpunged(index, source, account, folder)
  await index.settle(account.id, folder, { exists: read.exists, upto: Math.max(upto, uidNext) })
  return 0
}

async function removeExpunged(
  index: AttachmentIndex,
  source: MessageFileSource,
  account: Account,
  folder: IndexedFolder,
): Promise<void> {
  let after = 0
  for (;;) {
    const uids = await index.uids(account.id, folder.key, after, askedAtOnce)
    const last = uids.at(-1)
    const there = last === undefined ? null : await source.present(account, folder, uids)
    if (last === undefined || there === null) return
    const gone = uids.filter((uid) => !there.has(uid))
    await index.remove(account.id, folder.key, gone)
    after = last
  }
}
