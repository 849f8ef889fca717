import { describe, expect, it } from 'vitest'
import type { Folder } from '#contract/shapes'
import { foldersInOrder } from '#src/store/mail/foldersInOrder'

const folder = (name: string, more: Partial<Folder> = {}): Folder => ({
  id: name,
  name,
  parent: null,
  total: 0,
  unread: 0,
  size: 0,
  ...more,
})
const namesIn = (language: string, folders: readonly Folder[]) =>
  foldersInOrder(folders, language).map(({ name }) => name)

describe('a person’s own folders', () => {
  it('stand by name in the language of the interface, after the system’s, each followed by what stands in it', () => {
    const folders = [
      folder('draft'),
      folder('inbox'),
      folder('重要', { parent: '张三' }),
      folder('张三'),
      folder('陈晨'),
      folder('安全', { parent: '张三' }),
      folder('lost', { parent: 'gone' }),
    ]
    expect(namesIn('zh-CN', folders)).toEqual(['draft', 'inbox', '陈晨', '张三', '安全', '重要', 'lost'])
    expect(namesIn('en-US', folders)).toEqual(['draft', 'inbox', 'lost', '张三', '安全', '重要', '陈晨'])
  })

  it('keep the order that they were given, pinned ones first, and those without one follow by name', () => {
    const folders = [
      folder('z pinned', { pinned: true, placed: true }),
      folder('b pinned', { pinned: true }),
      folder('a pinned', { pinned: true }),
      folder('y', { placed: true }),
      folder('x', { placed: true }),
      folder('c 10'),
      folder('c 9'),
    ]
    expect(namesIn('en-US', folders)).toEqual(['z pinned', 'a pinned', 'b pinned', 'y', 'x', 'c 9', 'c 10'])
  })
})
