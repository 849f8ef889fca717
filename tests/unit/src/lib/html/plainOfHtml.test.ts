import { describe, expect, it } from 'vitest'
import { hasFormatting, htmlOfPlain, ownHtml, picturesIn, plainOfHtml, restoreForSending } from '#src/lib/html'

const lines = (html: string) => plainOfHtml(html).split('\n')

describe('formatted text as plain text', () => {
  it('keeps lines, empty ones too', () => {
    expect(lines('<div>a</div><div><br></div><div>b<br>c<br></div>d')).toEqual(['a', '', 'b', 'c', 'd'])
    expect(lines('<p>one</p>\n<p>two</p><div>x</div>')).toEqual(['one', '', 'two', '', 'x'])
    expect(lines('<div>  two&nbsp;&nbsp;spaces </div>')).toEqual(['two  spaces'])
  })

  it('marks quotes at every depth, without a space between the marks', () => {
    const html =
      '<div>是</div><blockquote type="cite"><div>真的？</div><blockquote><div>不</div></blockquote></blockquote>'
    expect(lines(html)).toEqual(['是', '> 真的？', '>> 不'])
  })

  it('writes lists, tables by row, rules, links and what stands for pictures', () => {
    expect(lines('<ol start="3"><li>a<ul><li>b</li></ul></li><li>c<br>d</li></ol>')).toEqual([
      '3. a',
      '   - b',
      '4. c',
      '   d',
    ])
    expect(lines('<table><tr><td>茶</td><td>12</td></tr></table><hr>')).toEqual(['茶 | 12', '-'.repeat(40)])
    expect(lines('<a href="https://ep.test/">ep.test</a> <a href="https://ep.test/x">x</a>')).toEqual([
      'ep.test x <https://ep.test/x>',
    ])
    expect(lines('a <img src="cid:1" alt="图"> <img src="cid:2">')).toEqual(['a [图]'])
    expect(lines('<pre>  a\n   b</pre>')).toEqual(['  a', '   b'])
    expect(lines('<pre>  a<br>   b&nbsp; c</pre>')).toEqual(['  a', '   b  c'])
  })

  it('S3, S4: makes no markup of what is typed, and text of no markup that runs', () => {
    expect(htmlOfPlain('<b>x</b> & "y"')).toBe('<div>&lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;</div>')
    expect(plainOfHtml('<script>alert(1)</script><div>x</div>')).toBe('x')
  })

  it('keeps indentation and columns, whose tabs stand eight apart', () => {
    expect(lines(htmlOfPlain('\tif\n123\tx\n12345678\ty\n  z'))).toEqual([
      '        if',
      '123     x',
      '12345678        y',
      '  z',
    ])
    expect(htmlOfPlain('\t'.repeat(200_000)).length).toBeLessThan(3_000_000)
  })

  it('keeps the spaces of what a style says keeps them, as pasted code and tabs do', () => {
    expect(lines('<div style="white-space:pre">if x:\n    y</div>')).toEqual(['if x:', '    y'])
    expect(lines('<p><span style="white-space:pre-wrap">a   b\n\n  <b>c  d</b></span></p>')).toEqual([
      'a   b',
      '',
      '  c  d',
    ])
    expect(lines('<div>a<span style="white-space:pre">\t</span>b</div>')).toEqual(['a\tb'])
    expect(lines('<div style="white-space:pre-wrap">\n<p>a</p>\n<p style="white-space:normal">b  c</p></div>')).toEqual(
      ['a', '', 'b c'],
    )
    expect(lines('<div style="white-space:break-spaces">a  b</div>')).toEqual(['a  b'])
    expect(lines('<div style="white-space: pre-line">a   b</div>')).toEqual(['a b'])
  })

  it('goes there and back', () => {
    for (const text of ['a\n\n> b\n>> c\n> d\ne', '  two  spaces', '> only', 'x\n-- \n林']) {
      expect(plainOfHtml(htmlOfPlain(text))).toBe(text)
    }
  })

  it('knows what would be lost', () => {
    expect(hasFormatting('<div>a<br></div><p>b</p><blockquote type="cite"><div>c</div></blockquote>')).toBe(false)
    for (const html of [
      '<b>a</b>',
      '<div style="text-align:center">a</div>',
      '<ul><li>a</li></ul>',
      '<img src="cid:1">',
    ])
      expect(hasFormatting(html), html).toBe(true)
  })
})

describe('pictures of a text', () => {
  const html = '<img src="blob:x" data-ep-cid="own"><blockquote><img src="cid:quoted"></blockquote>'

  it('are told apart by whose they are', () => {
    const marked = html.replace('src="cid:quoted"', 'src="data:," data-ep-cid="quoted"')
    expect([...picturesIn(marked, { quoted: true })]).toEqual(['own', 'quoted'])
    expect([...picturesIn(marked, { quoted: false })]).toEqual(['own'])
  })

  it('go by their Content-ID, and only those whose file goes too', () => {
    expect(restoreForSending(html)).toBe('<img src="cid:own"><blockquote><img src="cid:quoted"></blockquote>')
    expect(restoreForSending(html, (cid) => cid === 'own')).toBe('<img src="cid:own"><blockquote></blockquote>')
  })
})

describe("the writer's own text", () => {
  it('S4: is kept without quotes, the line that leads to them, pictures, and whatever runs', () => {
    const html =
      '<div><b>Dear</b> all<img src="cid:1" onerror="alert(1)"></div><script>alert(1)</script>' +
      '<div>On Monday, Wang wrote:</div><blockquote type="cite"><div>old</div></blockquote><div>-- <br>林</div>'
    expect(ownHtml(html)).toBe('<div><b>Dear</b> all</div><div>-- <br>林</div>')
    expect(ownHtml('<div>Note:</div><div>x</div>')).toBe('<div>Note:</div><div>x</div>')
  })
})
