import { expect, it } from 'vitest'
import type { Folder, MailSummary } from '#contract/shapes'
import { foldersSlice } from '#src/store/mail/folders'
import {
  folderMarked,
  foldersLoaded,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
} from '#src/store/mail/mailEvents'

const { reducer } = foldersSlice
const folder = (id: string, total: number, unread: number): Folder => ({
  id,
  name: id,
  parent: null,
  total,
  unread,
  size: 0,
})
const before = reducer(
  undefined,
  foldersLoaded([folder('inbox', 10, 4), folder('deleted', 0, 0), folder('flag', 2, 1)]),
)
const mail: MailSummary = {
  id: 'm1',
  folder: 'inbox',
  from: { name: '', address: 'a@ep.test' },
  to: [],
  subject: '',
  preview: null,
  date: '2026-11-21 09:42:00',
  receivedAt: 0,
  sentAt: null,
  size: 1,
  seen: false,
  flagged: true,
  answered: false,
  forwarded: false,
  hasAttachment: false,
  urgent: false,
  threadId: null,
  threadCount: null,
}
const counts = (state: typeof before) =>
  Object.fromEntries(state.folders.map(({ id, total, unread }) => [id, [total, unread]]))

it('counts a mark at once and takes it back when it is refused', () => {
  const change = { changeId: '1', mails: [mail], mark: 'seen' } as const
  const after = reducer(before, mailMarked(change))
  expect(counts(after)).toEqual({ inbox: [10, 3], deleted: [0, 0], flag: [2, 0] })
  expect(reducer(after, mailMarkRefused(change)).folders).toEqual(before.folders)
})

it('carries a mail from folder to folder and back', () => {
  const change = { changeId: '1', mails: [mail], target: 'deleted' }
  const after = reducer(before, mailMoved(change))
  expect(counts(after)).toEqual({ inbox: [9, 3], deleted: [1, 1], flag: [2, 1] })
  expect(reducer(after, mailMoveUndone(change)).folders).toEqual(before.folders)
})

it('takes a removed mail out of its folder and of the flagged', () => {
  expect(counts(reducer(before, mailRemoved({ changeId: '1', mails: [mail] })))).toEqual({
    inbox: [9, 3],
    deleted: [0, 0],
    flag: [1, 0],
  })
})

it('counts a whole folder as read', () => {
  expect(counts(reducer(before, folderMarked({ folder: 'inbox', mark: 'seen' }))).inbox).toEqual([10, 0])
})
