import { expect, it } from 'vitest'
import { byName } from '#src/lib/i18n/byName'

const names = ['张伟', 'beta', '第10期', '阿里', 'Alpha', '第9期', '陈晨', 'éclair', 'Folder 10', 'Folder 9']

it('puts Chinese names by pinyin in Chinese, Latin ones by letters behind them, and numbers by what they count', () => {
  expect(names.toSorted(byName('zh-CN'))).toEqual([
    '阿里',
    '陈晨',
    '第9期',
    '第10期',
    '张伟',
    'Alpha',
    'beta',
    'éclair',
    'Folder 9',
    'Folder 10',
  ])
})

it('puts Chinese names behind all others in English, by their characters', () => {
  expect(names.toSorted(byName('en-US'))).toEqual([
    'Alpha',
    'beta',
    'éclair',
    'Folder 9',
    'Folder 10',
    '张伟',
    '第9期',
    '第10期',
    '阿里',
    '陈晨',
  ])
})
