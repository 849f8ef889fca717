import { describe, expect, it } from 'vitest'
import { ownTextOfHtml } from '#src/lib/html'

describe('the words that the writer wrote', () => {
  it.each([
    ['<div>mine</div><blockquote type="cite"><div>theirs</div></blockquote>', 'mine', 'theirs'],
    ['<div>mine</div><div>--&nbsp;</div><div>my signature</div>', 'mine', 'signature'],
    ['<div>mine</div><div>-- <br></div><div>my signature</div>', 'mine', 'signature'],
    ['<div>mine</div><div>&gt; theirs</div>', 'mine', 'theirs'],
    ['mine<br>--<br>signature', 'mine', 'signature'],
  ])('%s', (html, own, other) => {
    expect(ownTextOfHtml(html)).toContain(own)
    expect(ownTextOfHtml(html)).not.toContain(other)
  })

  it('below a quote count too, and two hyphens within a line end nothing', () => {
    expect(ownTextOfHtml('<blockquote>theirs</blockquote><div>a -- b</div>')).toContain('a -- b')
  })
})
