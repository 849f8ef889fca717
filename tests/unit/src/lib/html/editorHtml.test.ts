import { describe, expect, it } from 'vitest'
import { fragmentForEditor, restoreForSending, sanitizeForEditor, textOfHtml } from '#src/lib/html'

describe('the editor as a second renderer', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)></svg><math><mi xlink:href="javascript:x">',
    '<a href="javascript:alert(1)">x</a>',
    '<img data-ep-src="javascript:alert(1)" src="x">',
    '<form><input autofocus onfocus=alert(1)></form>',
    '<iframe srcdoc="<script>x</script>"></iframe>',
  ])('S4: %s does nothing in the editor', (payload) => {
    for (const html of [sanitizeForEditor(payload), restoreForSending(payload)]) {
      expect(html).not.toMatch(
        /onerror|onload|onfocus|<svg|<math|<form|<input|<iframe|href="javascript|src="javascript/i,
      )
    }
    expect(fragmentForEditor(payload).querySelector('script, iframe, form')).toBeNull()
  })

  it('S4: a quoted sheet, class or id cannot reach the page around the editor', () => {
    const html = sanitizeForEditor(
      '<style>body{display:none}</style><p class="ep-button size" id="root" style="position:fixed;inset:0;color:red">x</p>',
    )
    expect(html).toBe('<p class="size" style="color:red">x</p>')
  })

  it('S5: remote pictures wait until the mail is sent, then have their address again', () => {
    const held = sanitizeForEditor(
      '<img src="https://t.example/a.png" alt="logo"><p style="background:url(https://t.example/b)">x</p>',
    )
    expect(held).toContain('data-ep-src="https://t.example/a.png"')
    expect(held).not.toMatch(/\ssrc="https/)
    expect(held).not.toContain('t.example/b')
    expect(restoreForSending(held)).toContain('<img src="https://t.example/a.png" alt="logo">')
    expect(restoreForSending(held)).not.toContain('data-ep')
  })

  it('carries attached pictures by their Content-ID, whatever address they were shown under', () => {
    const held = sanitizeForEditor('<img src="cid:logo@ep">', { cidUrl: (cid) => `blob:here/${cid}` })
    expect(held).toContain('src="blob:here/logo@ep"')
    expect(restoreForSending(held)).toBe('<img src="cid:logo@ep">')
  })

  it('keeps the marks of a quoted original', () => {
    const mark =
      '<div data-ep-quote="" data-from="王丽 &lt;w@ep.test&gt;" data-date="1"></div><blockquote>x</blockquote>'
    expect(sanitizeForEditor(mark)).toBe(mark)
  })

  it('gives the words of some HTML', () => {
    expect(textOfHtml('<div>one<br>two</div><p>three<script>x</script></p>')).toBe('one\ntwo\nthree')
  })
})
