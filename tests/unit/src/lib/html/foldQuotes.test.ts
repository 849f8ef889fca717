/** Which quotes of an answer lie behind a button, in HTML and in plain text. */
import { describe, expect, it } from 'vitest'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'

const pictures = { images: 'blocked', imageUrl: () => '', cidUrl: () => null, quoteLabel: 'Quoted text' } as const
const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
const ofHtml = (html: string) => parsed(sanitizeMail(html, pictures).html)
const ofText = (text: string) => parsed(plainTextToHtml(text, 'Quoted text'))
const folded = (body: HTMLElement) =>
  [...body.querySelectorAll('details.ep-quote')].map((quote) => {
    expect(quote.querySelector('summary')?.textContent).toBe('Quoted text')
    expect(quote).not.toHaveProperty('open', true)
    return (quote.textContent ?? '').replace('Quoted text', '').trim()
  })
const long = 'word '.repeat(100)

describe('quotes of an answer in HTML', () => {
  it.each([
    ['<p>Yes.</p><blockquote type="cite">Shall we?</blockquote>', ['Shall we?']],
    ['<p>Yes.</p><div class="gmail_quote">On Monday:<blockquote>Shall we?</blockquote></div>', ['On Monday:Shall we?']],
    ['<p>Yes.</p><blockquote id="isReplyContent">Shall we?</blockquote>', ['Shall we?']],
    ['<p>Yes.</p><div id="divRplyFwdMsg">From: W</div><div>Shall we?</div>', ['From: WShall we?']],
    [
      '<div>好</div><div><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div>行吗</div></div>',
      ['行吗'],
    ],
  ])('%s', (html, expected) => {
    const found = folded(ofHtml(html))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(expected[0])
  })

  it.each([
    '<div>Yes.</div><div>On Nov 21, 2026, Marta wrote:</div><blockquote type="cite">Shall we?</blockquote>',
    '<p>Yes.</p>在 2026-11-21，Marta Kowalska 写道：<br><blockquote type="cite">Shall we?</blockquote>',
    '<p>Yes.</p><p><b>Marta</b> schrieb am 21.11.2026:</p>\n<blockquote type="cite">Shall we?</blockquote>',
  ])('fold with the line that names their author: %s', (html) => {
    const body = ofHtml(html)
    expect(folded(body)).toEqual([expect.stringMatching(/Marta.*[:：]\s*Shall we\?$/)])
    for (const quote of body.querySelectorAll('details')) quote.remove()
    expect(body.textContent?.trim()).toBe('Yes.')
  })

  it('leave a line alone that only ends in a colon', () => {
    expect(folded(ofHtml('<p>You asked:</p><blockquote>Shall we?</blockquote>'))).toEqual(['Shall we?'])
  })

  it('stay open between the lines that answer them, unless they are long', () => {
    expect(folded(ofHtml('<blockquote>One?</blockquote>Yes.<blockquote>Two?</blockquote>No.'))).toEqual([])
    expect(folded(ofHtml(`<blockquote>${long}</blockquote>Yes.`))).toEqual([long.trim()])
  })

  it('stay open where the mail says nothing else', () => {
    expect(folded(ofHtml('<blockquote>All that there is</blockquote>'))).toEqual([])
  })

  it('fold once, however deep they nest', () => {
    const html = `<p>Yes.</p>${'<blockquote>'.repeat(30)}old${'</blockquote>'.repeat(30)}`
    expect(folded(ofHtml(html))).toEqual(['old'])
  })

  it('are not folded without words for the button', () => {
    const { html } = sanitizeMail('<p>Yes.</p><blockquote>Q</blockquote>', {
      images: 'blocked',
      imageUrl: () => '',
      cidUrl: () => null,
    })
    expect(folded(parsed(html))).toEqual([])
  })

  it('S1: what is folded stays harmless', () => {
    const body = ofHtml('<p>Yes.</p><blockquote><img src=x onerror=alert(1)><script>alert(1)</script>Q</blockquote>')
    expect(folded(body)).toEqual(['Q'])
    expect(body.innerHTML).not.toMatch(/onerror|script/)
  })
})

describe('quotes of an answer in plain text', () => {
  it('fold at the end, whole with their levels', () => {
    const body = ofText('Yes.\n\n> Shall we?\n>> Perhaps.\n')
    expect(folded(body)).toEqual(['Shall we?Perhaps.'])
    expect(body.querySelector('details > blockquote > blockquote')?.textContent).toBe('Perhaps.')
  })

  it('fold with the line that names their author, and with no other', () => {
    const body = ofText('Yes.\n\nOn Sat, Nov 21, 2026, Marta <marta@a.example> wrote:\n\n> Shall we?\n')
    expect(folded(body)).toEqual(['On Sat, Nov 21, 2026, Marta <marta@a.example> wrote:\nShall we?'])
    expect(body.textContent).toMatch(/^Yes\.\s+Quoted text/)
  })

  it('stay open between answers and alone', () => {
    expect(folded(ofText('> One?\nYes.\n> Two?\nNo.'))).toEqual([])
    expect(folded(ofText('> all\n> of it'))).toEqual([])
  })

  it('S3: markup within stays text', () => {
    const body = ofText('Yes.\n> <img src=x onerror=alert(1)>')
    expect(folded(body)).toEqual(['<img src=x onerror=alert(1)>'])
    expect(body.querySelector('img')).toBeNull()
  })
})
