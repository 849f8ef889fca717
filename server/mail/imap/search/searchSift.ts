/** What SEARCH cannot be asked: which of its finds hold files, under which names, and when exactly they arrived. */
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { simplified } from '#server/kit/chineseScripts'
import { fileNameIn, hasFiles, leavesOf } from '../message/bodyParts'
import { uidChunks } from '../uidSets'
import type { SearchPlan } from './searchPlan'

type Fits = (mail: FetchMessageObject) => boolean

/** Those of the UIDs that fit in full; without a question beyond SEARCH, all of them without asking. */
export async function sifted(
  client: ImapFlow,
  uids: readonly number[],
  { texts, criteria }: SearchPlan,
): Promise<readonly number[]> {
  const names = texts.filter(({ location }) => location === 'attachment').flatMap(({ words }) => words.map(folded))
  const hasAttachment = criteria?.hasAttachment ?? null
  const since = criteria?.since ?? null
  const until = criteria?.until ?? null
  const bodyStructure = names.length > 0 || hasAttachment !== null
  const internalDate = since !== null || until !== null
  if (!bodyStructure && !internalDate) return uids
  const fits: Fits = (mail) => {
    const arrived = mail.internalDate === undefined ? null : new Date(mail.internalDate).getTime()
    if (since !== null && (arrived === null || arrived < since)) return false
    if (until !== null && (arrived === null || arrived > until)) return false
    const root = mail.bodyStructure
    if (hasAttachment !== null && (root !== undefined && hasFiles(root)) !== hasAttachment) return false
    if (names.length === 0) return true
    const held = root === undefined ? '' : leavesOf(root).map(fileNameIn).map(folded).join('\n')
    return names.every((name) => held.includes(name))
  }
  const found: number[] = []
  for (const { set } of uidChunks(uids)) {
    for await (const mail of client.fetch(set, { uid: true, bodyStructure, internalDate }, { uid: true })) {
      if (fits(mail)) found.push(mail.uid)
    }
  }
  return found
}

const folded = (text: string) => simplified(text.normalize('NFKC').toLowerCase())
