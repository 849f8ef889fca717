// @vitest-environment jsdom
/** As `growth.test.ts`, of work that needs a document. */
import { describe, expect, it } from 'vitest'
import { foldQuotes } from '#src/lib/html/foldQuotes'
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
