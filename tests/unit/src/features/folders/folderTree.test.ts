import { describe, expect, it } from 'vitest'
import type { Folder } from '#contract/shapes'
import {
  branchesOf,
  flat,
  idsBelow,
  parentsFor,
  peersOf,
  reordered,
  targetsFor,
} from '#src/features/folders/folderTree'

const folder = (id: string, parent: string | null = null, more: Partial<Folder> = {}): Folder => ({
  id,
  name: id,
  parent,
  total: 0,
  unread: 0,
  size: 0,
  ...more,
})
const system = ['inbox', 'sent', 'draft', 'deleted', 'junk', 'flag'].map((id) => folder(id))
const all = [...system, folder('a'), folder('b', 'a'), folder('c', 'b'), folder('d'), folder('e', 'inbox')]
const ids = (list: readonly Folder[]) => list.map(({ id }) => id)

describe('the tree of folders', () => {
  it('holds the person’s own alone; what stands in a system folder stands at the top', () => {
    expect(flat(branchesOf(all)).map(({ folder, level }) => [folder.id, level])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 1],
      ['e', 1],
    ])
    expect([...idsBelow(all, 'a')]).toEqual(['a', 'b', 'c'])
  })

  it('puts in order only what stands in one place and is pinned alike', () => {
    const pinned = all.map((one) => (one.id === 'd' ? { ...one, pinned: true } : one))
    expect(ids(peersOf(all, folder('d')))).toEqual(['a', 'd', 'e'])
    expect(ids(peersOf(pinned, folder('a')))).toEqual(['a', 'e'])
    expect(ids(peersOf(all, folder('b')))).toEqual(['b'])
    expect(ids(flat(branchesOf(reordered(all, ['d', 'e', 'a']))).map((one) => one.folder))).toEqual([
      'd',
      'e',
      'a',
      'b',
      'c',
    ])
  })

  it('lets a folder stand neither in itself nor too deep', () => {
    const parents = (list: readonly Folder[], id: string | null) => parentsFor(list, id).map((one) => one.folder.id)
    expect(parents(all, 'b')).toEqual(['a', 'd', 'e'])
    const deep = [...all, folder('f', 'c'), folder('g', 'f')]
    expect(parents(deep, null)).not.toContain('g')
    expect(parents(deep, 'd')).toEqual(['a', 'b', 'c', 'f', 'e'])
    expect(parents(deep, 'a')).toEqual([])
  })

  it('sends the mail of what goes neither along with it nor among what the person writes', () => {
    expect(ids(targetsFor(all, 'a'))).toEqual(['inbox', 'deleted', 'd', 'e'])
  })

  it('sends no mail to what only holds other folders', () => {
    const node = folder('node', null, { holdsMail: false })
    expect(ids(targetsFor([...all, node, folder('f', 'node')], 'a'))).toEqual(['inbox', 'deleted', 'd', 'e', 'f'])
  })
})
