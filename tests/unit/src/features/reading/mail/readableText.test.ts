import { describe, expect, it } from 'vitest'
import { needsLinks, readableText } from '#src/features/reading/mail/readableText'
import type { MailLinks } from '#src/features/reading/useMailLinks'

const plain = { text: undefined, areImagesShown: false, links: null, quoteLabel: 'quote' }
const links = (sid: string): MailLinks => ({
  part: () => '',
  allParts: '',
  source: '',
  image: (url) => `https://ep.test/image?sid=${sid}&url=${encodeURIComponent(url)}`,
  cid: (cid) => `https://ep.test/part?sid=${sid}&cid=${cid}`,
  imageSources: [],
})

describe('the text of a mail', () => {
  it('is made harmless once, however often the mail is opened', () => {
    const html = '<p>newsletter</p><script>boom()</script>'
    const first = readableText({ ...plain, html })
    expect(first.body).not.toContain('script')
    expect(readableText({ ...plain, html })).toBe(first)
  })

  it('is made anew in another language, since the words of its buttons are in it', () => {
    const html = '<p>one</p><blockquote>quoted</blockquote>'
    expect(readableText({ ...plain, html }).body).toContain('quote')
    expect(readableText({ ...plain, html, quoteLabel: '引用' }).body).toContain('引用')
  })

  it('S5: never keeps the addresses of a ticket, and counts what is held back each time', () => {
    const html = '<img src="cid:one"><img src="https://far.example/a.png">'
    expect(needsLinks(html, false)).toBe(true)
    expect(readableText({ ...plain, html, links: links('first') }).body).toContain('sid=first')
    const again = readableText({ ...plain, html, links: links('second') })
    expect(again.body).toContain('sid=second')
    expect(again.body).not.toContain('sid=first')
    expect(again.blocked).toBe(1)
    const remote = '<img src="https://far.example/b.png">'
    expect(readableText({ ...plain, html: remote }).blocked).toBe(1)
    const shown = readableText({ ...plain, html: remote, areImagesShown: true, links: links('third') })
    expect(shown).toMatchObject({ blocked: 0, body: expect.stringContaining('sid=third') })
    expect(readableText({ ...plain, html: remote }).body).not.toContain('sid=')
  })

  it('forgets the oldest when much was read', () => {
    const long = (name: string) => `<p>${name} ${'x'.repeat(400_000)}</p>`
    const first = readableText({ ...plain, html: long('first') })
    for (const name of ['a', 'b', 'c', 'd', 'e']) readableText({ ...plain, html: long(name) })
    expect(readableText({ ...plain, html: long('first') })).not.toBe(first)
  })
})
