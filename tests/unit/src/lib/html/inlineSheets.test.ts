import { describe, expect, it } from 'vitest'
import { restoreForSending, sanitizeForEditor } from '#src/lib/html'
import { inlineSheets } from '#src/lib/html/inlineSheets'

const begin = '<p><br></p><div data-ep-quote="" data-from="Ana"></div><blockquote type="cite">'
const forward = (mail: string) => `${begin}${mail}</blockquote>`

/** The style that an element of a forwarded mail has in the editor, as CSS reads it. */
function styleOf(mail: string, selector = '#x'): CSSStyleDeclaration {
  const { body } = new DOMParser().parseFromString(inlineSheets(forward(mail)), 'text/html')
  const element = body.querySelector<HTMLElement>(`blockquote ${selector}`) ?? expect.fail(`no ${selector}`)
  const own = element.getAttribute('style') ?? ''
  element.setAttribute('style', sanitizeForEditor(`<p style="${own.replaceAll('"', '&quot;')}">`).split('"')[1] ?? '')
  return element.style
}

const coloured = (css: string, own = '') =>
  styleOf(`<style>${css}</style><div class="a b"><p id="x" class="c d" title="t" ${own}>x</p></div>`).color

describe('the rules of a forwarded mail', () => {
  it.each([
    ['of a class', '.c{color:red}', 'red'],
    ['of a tag, in capitals', 'P{COLOR:red}', 'red'],
    ['of an attribute', 'p[title="t"]{color:red}', 'red'],
    ['the later of two', '.c{color:blue}.d{color:red}', 'red'],
    ['an id before classes', '#x{color:red}.a .c.d{color:blue}', 'red'],
    ['a class before tags', '.c{color:red}div p{color:blue}', 'red'],
    ['an attribute as a class', 'p[title]{color:red}p{color:blue}', 'red'],
    ['what is important first', '.c{color:red !important}#x{color:blue}', 'red'],
    ['a child', '.a > .c{color:red}', 'red'],
    ['a descendant of the body', 'body div .c{color:red}', 'red'],
    ['one of a list', '.none, .c:hover, .c{color:red}', 'red'],
    ['one beside an invalid declaration', '.c{color:red;position:fixed;color:expression(1)}', 'red'],
    ['of screens', '@media screen{.c{color:red}}', 'red'],
    ['of screens as wide as a mail', '.c{color:blue}@media only screen and (min-width:480px){.c{color:red}}', 'red'],
    ['of a query within another', '@media all{@media (min-width: 600px){.c{color:red}}}', 'red'],
    ['one of two queries', '@media print, screen{.c{color:red}}', 'red'],
    ['the first of its parents', 'p:first-child{color:red}p{color:blue}', 'red'],
    ['by its number', '.c:nth-child(2n + 1){color:red}', 'red'],
    ['how a value begins', 'p[class^="c"]{color:red}', 'red'],
    ['of a sheet within a comment', '<!-- .c{color:red} -->', 'red'],
  ])('are inlined: %s', (_name, css, color) => {
    expect(coloured(css)).toBe(color)
  })

  it.each([
    ['another class', '.e{color:red}'],
    ['no child', 'body > .c{color:red}'],
    ['a query for paper', '@media print{.c{color:red}}'],
    ['a query for telephones', '@media only screen and (max-width:480px){.c{color:red}}'],
    ['a query for wider screens', '@media (min-width:900px){.c{color:red}}'],
    ['a query for the dark', '@media (prefers-color-scheme:dark){.c{color:red}}'],
    ['another number', '.c:nth-child(even){color:red}'],
    ['other queries', '@supports (color:red){.c{color:red}}'],
    ['a state', '.c:hover{color:red}'],
    ['a list within parentheses', ':is(.e, p, .f){color:red}'],
    ['a list within parentheses of a list', ':is(:is(.e), p, .f){color:red}'],
    ['a search within a value', '[title*="t"]{color:red}'],
    ['a pseudo-element', '.c::before{color:red}'],
    ['quotes with a comma', '[title="],p,["]{color:red}'],
    ['no selector at all', 'p..c{color:red}'],
  ])('are left out: %s', (_name, css) => {
    expect(coloured(css)).toBe('')
  })

  it('yield to inline styles, unless they alone are important', () => {
    expect(coloured('#x{color:red}', 'style="color:blue"')).toBe('blue')
    expect(coloured('#x{color:red !important}', 'style="color:blue"')).toBe('red')
    expect(coloured('#x{color:red !important}', 'style="color:blue !important"')).toBe('blue')
  })

  it('colour links before anybody follows them', () => {
    const mail =
      '<style>a:link{color:red}a{color:blue}a:hover{color:green}</style><a id="x" href="https://ep.test">x</a>'
    expect(styleOf(mail).color).toBe('red')
  })

  it('meet siblings as CSS does', () => {
    const mail = (css: string) => `<style>${css}</style><h1>1</h1><p>2</p><p id="x">3</p>`
    expect(styleOf(mail('h1 ~ p{color:red}')).color).toBe('red')
    expect(styleOf(mail('h1 + p{color:red}')).color).toBe('')
    expect(styleOf(mail('h1+p+p{color:red}')).color).toBe('red')
  })

  it('keep what a letter is made of: grounds, borders, widths and cells', () => {
    const css =
      'background:#204060;color:#fff;font-size:22px;padding:8px;border:1px solid red;text-decoration:none;width:50%;border-radius:4px;text-align:center;vertical-align:top;border-collapse:collapse'
    const html = restoreForSending(inlineSheets(forward(`<style>td{${css}}</style><table><tr><td>x</td></tr></table>`)))
    expect(html).toContain(`<td style="${css}">x</td>`)
  })

  it('stand on a block of its own when they are the body’s, and do not reach the writer’s lines', () => {
    const html = inlineSheets(
      forward(
        '<html><head><style>html{font-size:18px}body{color:#fff}p,blockquote{margin:0}</style></head><body bgcolor="#204060"><p>x</p></body></html>',
      ),
    )
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    const block = body.querySelector<HTMLElement>('blockquote > div') ?? expect.fail('no block')
    expect(block.style.backgroundColor).toBe('rgb(32, 64, 96)')
    expect(block.style.color).toBe('rgb(255, 255, 255)')
    expect(block.style.fontSize).toBe('18px')
    expect(body.querySelector('blockquote p')?.getAttribute('style')).toBe('margin:0')
    expect(body.querySelector('p')?.hasAttribute('style')).toBe(false)
    expect(body.querySelector('blockquote')?.hasAttribute('style')).toBe(false)
  })

  it.each(['url(https://t.example/a.png)', "url('//t.example/a')", 'url(cid:a)'])(
    'S5: %s goes along neither into the editor nor into what is sent, and the colour beside it does',
    (picture) => {
      const css = `@import "https://t.example/s.css";@font-face{font-family:f;src:${picture}}.c{background:#204060 ${picture} no-repeat;list-style-image:${picture}}`
      const html = inlineSheets(forward(`<style>${css}</style><p class="c">x</p>`))
      expect(html).toContain('background:#204060 none no-repeat')
      for (const all of [html, sanitizeForEditor(html), restoreForSending(html)])
        expect(all).not.toMatch(/url\(|t\.example|data:image|cid:/)
    },
  )

  it.each([
    '.c{color:red;}</style><img src=x onerror=alert(1)><style>',
    '.c{color:red"onclick="alert(1)}',
    '.c{background:url(javascript:alert(1));width:expression(alert(1));behavior:url(x)}',
    '.c{font-family:"</p><img src=x onerror=alert(1)>"}',
    '.c{position:fixed;inset:0;height:100vh;content:"x"}',
  ])('S4: %s brings nothing into the editor that acts', (css) => {
    const html = sanitizeForEditor(inlineSheets(forward(`<style>${css}</style><p class="c">x</p>`)))
    expect(html).not.toMatch(/onerror|onclick|javascript|expression|behavior|position|inset|100vh|content:/)
  })

  it('S30: end at a bound of characters, whatever the mail asks for', () => {
    const rule = (name: string) => `p{font-family:${name.repeat(1_000)}}`
    const sheet = ['a', 'b', 'c'].map(rule).join('')
    const html = inlineSheets(forward(`<style>${sheet}</style>${'<p>x</p>'.repeat(600)}`))
    expect(html).toContain('aaa')
    expect(html).not.toContain('bbb')
    expect(html.length).toBeLessThan(1_100_000)
  })

  it('S30: end at a bound of rules times elements', () => {
    const sheet = `p{color:red}${'i b{color:blue}'.repeat(3_000)}p{color:green}`
    const html = inlineSheets(forward(`<style>${sheet}</style>${'<p>x</p>'.repeat(1_000)}`))
    expect(html).toContain('<p style="color:red">')
    expect(html).not.toContain('green')
  })

  it('S30: count long selectors and elements with many classes by what they cost', () => {
    const many = 'c'.repeat(1_000_000)
    const sheet = `p{color:red}${'.none{color:blue}'.repeat(30)}p{color:green}`
    expect(inlineSheets(forward(`<style>${sheet}</style><p class="${many}">x</p>`))).not.toContain('green')
    const long = `p{color:red}${`p${'.none'.repeat(190)}{color:blue}`.repeat(50)}p{color:green}`
    expect(inlineSheets(forward(`<style>${long}</style>${'<p>x</p>'.repeat(1_000)}`))).not.toContain('green')
  })

  it('leave a forward without styles as it is', () => {
    const html = forward('<p class="c">x</p>')
    expect(inlineSheets(html)).toBe(html)
  })
})
