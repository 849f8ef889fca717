// @vitest-environment jsdom
/** As `growth.test.ts`, of work that needs a document. */
import { describe, expect, it } from 'vitest'
import { holdsOnScreens } from '#src/lib/html/css/cssFilter'
import { foldQuotes } from '#src/lib/html/foldQuotes'
import { inlineSheets } from '#src/lib/html/inlineSheets'
import { plainOfHtml } from '#src/lib/html/plainOfHtml'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { growth, inProportion } from './growth'

describe('quotes of an answer', () => {
  it('S30: folding those of thousands of lines that each begin an original takes time in proportion', () => {
    const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
    const bodies = new Map(
      [100, 800].map((size) => [size, parsed(`<div>Yes.<br>${'-- original message --<br>'.repeat(size)}</div>`)]),
    )
    const work = (size: number) => {
      const body = bodies.get(size)?.cloneNode(true)
      if (!(body instanceof HTMLElement)) throw new Error(`no body of ${size} lines`)
      foldQuotes(body, 'Quoted text')
    }
    expect(growth(work, 100)).toBeLessThan(inProportion)
  })

  it.each<[string, (size: number) => string]>([
    ['quotes and answers by turns', (size) => '> a\nb\n'.repeat(size / 6)],
    ['one long quote', (size) => `x\n${'> a\n'.repeat(size / 4)}`],
  ])('S30: folding %s in plain text takes time in proportion to the length', (_name, text) => {
    expect(growth((size) => plainTextToHtml(text(size), 'Quoted text'), 4_000)).toBeLessThan(inProportion)
  })
})

describe('the sheet of a forwarded mail', () => {
  const forward = (mail: string) => `<div data-ep-quote></div><blockquote>${mail}</blockquote>`

  it.each<[string, (size: number) => string]>([
    [
      'a selector that could go back and forth, in a deep mail',
      (size) => `<style>${'p div '.repeat(40)}b{color:red}</style>${'<div>'.repeat(size)}<b>x</b>`,
    ],
    [
      'siblings of siblings',
      (size) => `<style>${'i ~ i + '.repeat(40)}b{color:red}</style>${'<i>x</i>'.repeat(size)}<b>x</b>`,
    ],
    ['a rule for all', (size) => `<style>*{color:red}</style>${'<i>x</i>'.repeat(size)}`],
    ['many rules', (size) => `<style>${'.a b{color:red}'.repeat(size)}</style><b>x</b>`],
    ['brackets without end', (size) => `<style>${`a${'["'.repeat(400)}{color:red}`.repeat(size / 10)}</style><b>x</b>`],
  ])('S30: %s takes time in proportion', (_name, mail) => {
    expect(growth((size) => inlineSheets(forward(mail(size))), 50)).toBeLessThan(inProportion)
  })

  it('S30: judging a query of many blanks takes time in proportion', () => {
    expect(growth((size) => holdsOnScreens(`${' '.repeat(size)}x`), 4_000)).toBeLessThan(inProportion)
  })
})

describe('formatted text that becomes plain', () => {
  it.each<[string, (size: number) => string]>([
    ['lines of text that keeps its spaces', (size) => `<p style="white-space:pre">${'\n'.repeat(size)}x</p>`],
    ['lines of code', (size) => `<pre>${'\n'.repeat(size)}x</pre>`],
  ])('S30: many empty %s take time in proportion', (_name, html) => {
    expect(growth((size) => plainOfHtml(html(size)), 6_000)).toBeLessThan(inProportion)
  })
})
