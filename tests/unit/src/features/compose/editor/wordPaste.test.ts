// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { listsOfWord } from '#src/features/compose/editor/wordPaste'

/** A paragraph of a list as Word writes it. */
const listed = (sign: string, words: string, level = 1) =>
  `<p class="MsoListParagraph" style="text-indent:-18pt;mso-list:l0 level${level} lfo1">` +
  `<![if !supportLists]><span style="mso-list:Ignore">${sign}<span>&nbsp;&nbsp; </span></span><![endif]>${words}</p>`

/** What an element holds, with its attributes left aside. */
const plain = (html: string) => html.replace(/<(\w+)[^>]*>/g, '<$1>').replaceAll('\n', '')

describe('what Word puts on the clipboard', () => {
  it('keeps its numbered and bulleted lists, without the signs that stand for them', () => {
    const html = `<p>Before</p>${listed('1.', 'One')}${listed('2.', '<b>Two</b>')}<p>Between</p>${listed('·', 'Dot')}`
    expect(plain(listsOfWord(html))).toBe(
      '<p>Before</p><ol><li>One</li><li><b>Two</b></li></ol><p>Between</p><ul><li>Dot</li></ul>',
    )
  })

  it('keeps a list within a list, and comes back out of it', () => {
    const html = [listed('1.', 'One'), listed('a)', 'Inner', 2), listed('2.', 'Two')].join('')
    expect(plain(listsOfWord(html))).toBe('<ol><li>One<ol><li>Inner</li></ol></li><li>Two</li></ol>')
  })

  it('is left alone where it holds no list', () => {
    const html = '<p style="mso-margin-top-alt:auto">1. One</p><table><tr><td>A</td></tr></table>'
    expect(listsOfWord(html)).toBe(html)
  })
})
