/** Changes of the blacklist and the whitelist; each is said with its Undo. */
import type { Call, Reply } from '#contract/endpoint'
import { addListEntries, removeListEntries, senderLists } from '#contract/endpoints/mail/senderLists'
import { limits } from '#contract/limits'
import { readableAddress } from '#contract/mail/domainSpelling'
import { type EntryFault, entryFault, entryLines, type ListKind, listEntry } from '#contract/mail/senderEntries'
import { saveFile } from '#src/components/browser/saveFile'
import { say } from '#src/store/ask'
import { noticeOfDecision } from '#src/store/mail/senderDecisions'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'

export type ListedEntry = Reply<typeof senderLists>['entries'][number]
export type BadLine = { readonly line: number; readonly typed: string; readonly fault: EntryFault }

/** The lines of a text at which something is wrong; `own` is the address of the account. */
export function badLines(text: string, own: string): readonly BadLine[] {
  return entryLines(text).flatMap(({ line, typed }) => {
    const fault = entryFault(listEntry(typed), own)
    return fault === null ? [] : [{ line, typed, fault }]
  })
}

/** Adds what is correct of a text; answers the rest, or null where a part was refused. */
export function addEntries(kind: ListKind, text: string): AppThunk<Promise<readonly BadLine[] | null>> {
  return async (dispatch, _getState, { call }) => {
    const lines = entryLines(text)
    const bad: BadLine[] = []
    const [added, already, against]: string[][] = [[], [], []]
    for (let start = 0; start < lines.length; start += limits.listEntries) {
      const part = lines.slice(start, start + limits.listEntries)
      const outcome = await call(addListEntries, { kind, entries: part.map(({ typed }) => typed.slice(0, 400)) })
      if (!outcome.ok) {
        if (added === undefined || added.length === 0) dispatch(say(outcome))
        else
          dispatch(noticeOfDecision(changeOf(kind, added), `senderLists:told.${kind}Partly`, { count: added.length }))
        return null
      }
      added?.push(...outcome.value.added)
      already?.push(...outcome.value.already)
      against?.push(...outcome.value.against)
      for (const { at, fault } of outcome.value.refused) {
        const line = part[at]
        if (line !== undefined) bad.push({ ...line, fault })
      }
    }
    dispatch(sayAdded(kind, { added: added ?? [], already: already ?? [], against: against ?? [] }))
    return bad
  }
}

const changeOf = (kind: ListKind, added: readonly string[]) =>
  kind === 'black' ? { blocked: [...added] } : { trusted: [...added] }

type Added = Pick<Reply<typeof addListEntries>, 'added' | 'already' | 'against'>

/** Says what the list now says, and which list wins where both speak. */
function sayAdded(kind: ListKind, { added, already, against }: Added): AppThunk {
  return (dispatch) => {
    const [first] = added
    const params = { count: added.length, entry: readableAddress(first ?? already[0] ?? '') }
    if (first === undefined) {
      if (already.length > 0)
        dispatch(noticeShown({ tone: 'info', message: `senderLists:told.${kind}Already`, params }))
      return
    }
    const isAgainst = against.length > 0
    const message = `senderLists:told.${kind}${isAgainst ? 'Against' : 'Added'}`
    dispatch(
      noticeOfDecision(changeOf(kind, added), message, { ...params, against: readableAddress(against[0] ?? '') }),
    )
  }
}

export function removeEntries(entries: readonly ListedEntry[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const of = (kind: ListKind) => entries.filter((one) => one.kind === kind).map(({ entry }) => entry)
    const outcome = await call(removeListEntries, { black: of('black'), white: of('white') })
    if (!outcome.ok) {
      dispatch(say(outcome))
      return false
    }
    const { black, white } = outcome.value
    const params = { count: black.length + white.length, entry: readableAddress(black[0] ?? white[0] ?? '') }
    dispatch(noticeOfDecision({ unblocked: black, distrusted: white }, 'senderLists:told.removed', params))
    return true
  }
}

type Query = Omit<Call<typeof senderLists>, 'from'>

/** Pages until there are `least` entries or no more; null where one could not be had. */
export function readEntries(query: Query, from: number, least: number): AppThunk<Promise<ListedEntry[] | null>> {
  return async (dispatch, _getState, { call }) => {
    const entries: ListedEntry[] = []
    for (;;) {
      const outcome = await call(senderLists, { ...query, from: from + entries.length })
      if (!outcome.ok) {
        dispatch(say(outcome))
        return null
      }
      entries.push(...outcome.value.entries)
      const isEnd = outcome.value.entries.length === 0 || from + entries.length >= outcome.value.total
      if (isEnd || entries.length >= least) return entries
    }
  }
}

/** Saves entries as a text file that can be read in again. */
export function saveAsText(entries: readonly ListedEntry[], name: string): void {
  const text = entries.map(({ entry }) => `${readableAddress(entry)}\r\n`).join('')
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
}
