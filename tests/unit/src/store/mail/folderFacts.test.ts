import { describe, expect, it } from 'vitest'
import type { Folder } from '#contract/shapes'
import { foldersSlice } from '#src/store/mail/folders'
import { folderEmptied, foldersLoaded, foldersRemoved } from '#src/store/mail/mailEvents'

const folder = (id: string, total: number, unread: number): Folder => ({
  id,
  name: id,
  parent: null,
  total,
  unread,
  size: total * 10,
})

const before = foldersSlice.reducer(
  undefined,
  foldersLoaded([
    folder('inbox', 5, 2),
    folder('deleted', 1, 0),
    folder('junk', 3, 3),
    folder('a', 2, 1),
    folder('b', 4, 0),
  ]),
)
const counts = (state: typeof before) => state.folders.map(({ id, total, unread, size }) => [id, total, unread, size])

describe('counts of folders', () => {
  it('fall to nothing when a folder is emptied, and rise where its mail went', () => {
    expect(counts(foldersSlice.reducer(before, folderEmptied({ folder: 'junk', target: null })))[2]).toEqual([
      'junk',
      0,
      0,
      0,
    ])
    const moved = counts(foldersSlice.reducer(before, folderEmptied({ folder: 'a', target: 'deleted' })))
    expect(moved[1]).toEqual(['deleted', 3, 1, 30])
    expect(moved[3]).toEqual(['a', 0, 0, 0])
  })

  it('go with folders that are removed to where their mail lies', () => {
    const after = foldersSlice.reducer(before, foldersRemoved({ folders: ['a', 'b'], target: 'inbox' }))
    expect(counts(after)).toEqual([
      ['inbox', 11, 3, 110],
      ['deleted', 1, 0, 10],
      ['junk', 3, 3, 30],
    ])
  })
})
