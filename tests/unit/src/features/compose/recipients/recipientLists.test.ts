import { describe, expect, it } from 'vitest'
import {
  type RecipientLists,
  recipientCount,
  withAdded,
  withMoved,
  without,
} from '#src/features/compose/recipients/recipientLists'
import { parseRecipients } from '#src/features/compose/recipients/recipients'

const lists = (to: string, cc = '', bcc = ''): RecipientLists => ({
  to: parseRecipients(to),
  cc: parseRecipients(cc),
  bcc: parseRecipients(bcc),
})
const shown = ({ to, cc, bcc }: RecipientLists) =>
  [to, cc, bcc].map((list) => list.map(({ address }) => address.slice(0, 1)).join('')).join('|')

describe('recipients', () => {
  it('are added where they are wanted, and nobody twice in any line', () => {
    const before = lists('a@x.cn, b@x.cn', 'c@x.cn')
    const { lists: after, merged } = withAdded(before, parseRecipients('C@x.cn, d@x.cn, D@x.cn'), { line: 'to', at: 1 })
    expect(shown(after)).toBe('adb|c|')
    expect(merged.map(({ recipient, line }) => [recipient.address, line])).toEqual([
      ['C@x.cn', 'cc'],
      ['D@x.cn', 'to'],
    ])
  })

  it('take on a name that was missing, and keep one that they have', () => {
    const added = withAdded(lists('a@x.cn, 王丽 <b@x.cn>'), parseRecipients('Anna <a@x.cn>, Li <b@x.cn>'), {
      line: 'cc',
    })
    expect(added.lists.to.map(({ name }) => name)).toEqual(['Anna', '王丽'])
    expect(added.lists.cc).toEqual([])
  })

  it.each([
    [{ line: 'to', indexes: [0] }, { line: 'to', at: 3 }, 'bca|d|'],
    [{ line: 'to', indexes: [2] }, { line: 'to', at: 0 }, 'cab|d|'],
    [{ line: 'to', indexes: [0, 1] }, { line: 'to', at: 3 }, 'cab|d|'],
    [{ line: 'to', indexes: [1] }, { line: 'to', at: 1 }, 'abc|d|'],
    [{ line: 'to', indexes: [0, 2] }, { line: 'cc' }, 'b|dac|'],
    [{ line: 'to', indexes: [1] }, { line: 'cc', at: 0 }, 'ac|bd|'],
    [{ line: 'cc', indexes: [0] }, { line: 'bcc' }, 'abc||d'],
  ] as const)('move from %j to %j', (chips, spot, wanted) => {
    expect(shown(withMoved(lists('a@x.cn,b@x.cn,c@x.cn', 'd@x.cn'), chips, spot))).toBe(wanted)
  })

  it('are taken out by their places', () => {
    expect(shown(without(lists('a@x.cn,b@x.cn,c@x.cn'), { line: 'to', indexes: [0, 2] }))).toBe('b||')
  })

  it('count once each', () => {
    expect(recipientCount(lists('a@x.cn', 'A@x.cn, b@x.cn', 'c@x.cn'))).toBe(3)
  })
})

describe('pasted lists', () => {
  it.each([
    ['a@x.cn b@x.cn\tc@x.cn', ['a@x.cn', 'b@x.cn', 'c@x.cn']],
    ['王丽\tw@x.cn\n李四\tl@x.cn', ['王丽 <w@x.cn>', '李四 <l@x.cn>']],
    ['王丽 w@x.cn、李四　l@x.cn', ['王丽 <w@x.cn>', '李四 <l@x.cn>']],
    ['王丽＜w@x.cn＞；li＠x.cn', ['王丽 <w@x.cn>', ' <li@x.cn>']],
    ['"Name, X" <a@b.cn>; c@d.cn', ['Name, X <a@b.cn>', ' <c@d.cn>']],
    ['"李、四" <l@x.cn>', ['李、四 <l@x.cn>']],
    ['a b@x.cn', ['!a b@x.cn']],
    ['w@x.cn <thief@y.cn>', ['w@x.cn <thief@y.cn>']],
  ])('%j', (text, wanted) => {
    const written = parseRecipients(text).map(({ name, address, fault }) => {
      if (fault !== null) return `!${address}`
      return wanted.some((one) => one.includes('<')) ? `${name} <${address}>` : address
    })
    expect(written).toEqual(wanted)
  })
})
