import { afterAll, describe, expect, it } from 'vitest'
import { strippedText } from '#server/kit/message/strippedText'
import { buildMessage, type MessageDraft, openMimeReader } from '#server/mime'
import { textAlternative } from '#server/mime/build/textAlternative'
import { writeBody } from '#server/mime/build/writtenBody'

const reader = openMimeReader({ workers: 1 })
afterAll(() => reader.close())

const draft: MessageDraft = {
  from: { name: '', address: 'w@example.cn' },
  to: [],
  cc: [],
  bcc: [],
  subject: 's',
  html: null,
  text: null,
  files: [],
  messageId: '<m@example.cn>',
  date: 0,
  inReplyTo: null,
  references: [],
  urgent: false,
  receipt: false,
}
const plain = (html: string) => strippedText(html, { lineBreaks: true, most: Number.POSITIVE_INFINITY })
const textIn = async (html: string, from = reader) => {
  const { text } = await from.body({ html, text: null, names: new Map() })
  return Buffer.from(text.bytes).toString()
}

describe('the text of written HTML', () => {
  it('S27: is made of any shape within the limit of a form, and says what was written', async () => {
    const shapes = {
      'nested blocks': '<div>'.repeat(1_600_000),
      'open paragraphs': '<p>x'.repeat(400_000),
      'nested links': '<a href=x>'.repeat(20_000),
      'nested tables': '<table><tr><td>'.repeat(40_000),
      'nested lists': '<ul><li>'.repeat(60_000),
      'one line': 'x '.repeat(200_000),
    }
    for (const [name, html] of Object.entries(shapes)) {
      expect((await textIn(`<p>Hello</p>${html}`)).slice(0, 5), name).toBe('Hello')
    }
  })
  it('S27: is laid out whatever links are nested in one another', () => {
    expect(textAlternative(`<p>first</p>${'<a href=x>'.repeat(20_000)}last`)).toBe('first\nlast')
  })
  it('R20: is stripped of its tags where laying it out takes too long, and nothing written is missing', async () => {
    const hasty = openMimeReader({ timeoutMs: 40, workers: 1 })
    try {
      const html = `<p>first</p>${'<table><tr><td>'.repeat(15_000)}<p>last</p>`
      expect(await textIn(html, hasty)).toBe('first\nlast')
    } finally {
      await hasty.close()
    }
  })
  it('is made on this thread where no worker is left, so that a closing gateway loses nothing written', async () => {
    const closed = openMimeReader({ workers: 1 })
    await closed.close()
    expect(await textIn('<p>first</p><p>last</p>', closed)).toBe('first\nlast')
    expect(await closed.preview({ html: '<p>first</p>', text: null })).toBe('first')
  })
  it('keeps what stood in the HTML as pictures, and names those that it shows', () => {
    const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const html = `<img src="cid:a@b"><img src="data:image/gif;base64,${gif}">`
    const names = new Map([
      ['a@b', 'plan.png'],
      ['other', 'x.png'],
    ])
    const body = writeBody({ html, text: null, names }, false)
    expect(body.shown).toEqual(['a@b'])
    expect(body.embedded).toHaveLength(1)
    expect(Buffer.from(body.text.bytes).toString()).toBe('[plan.png][image-1.gif]')
  })
})

describe('HTML without its tags', () => {
  it('has a line for each block, and neither scripts nor styles nor comments', () => {
    const html =
      '<style>p{}</style><h1>A &amp; B</h1><p>one <b>two</b><br>three</p><!-- no > no --><SCRIPT>x()</SCRIPT ><div>4 < 5</div>'
    expect(plain(html)).toBe('A & B\none two\nthree\n4 < 5')
  })
  it('has one space for white space of any length, within words and beside tags', () => {
    expect(plain(' <p> a \n\t <b> b</b> &nbsp; c </p><p> &nbsp; </p>d')).toBe('a b c\nd')
  })
  it('S27: reads a long run of words piece by piece, and cuts no character reference and no white space', () => {
    const piece = 'a&copy;  &amp;&#x4e2d;'
    for (const shift of Array.from({ length: piece.length }, (_, at) => 'z'.repeat(at)))
      expect(plain(shift + piece.repeat(2_000))).toBe(shift + 'a© &中'.repeat(2_000))
  })
  it('decodes a character reference once', () => {
    expect(plain('&#38;lt; &#38;amp;')).toBe('&lt; &amp;')
  })
})

describe('the message of a large text', () => {
  it('S27: is encoded in pieces, with a turn for other work after each', async () => {
    const html = `<p>${'Grüße an alle.\n'.repeat(60_000)}</p>`
    let turns = 0
    let isDone = false
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    const stream = await buildMessage({ ...draft, html }, reader.body)
    turn()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    isDone = true
    const message = Buffer.concat(chunks)
    // Of HTML and text, each of more than 900 KB, in pieces of 16 KB.
    expect(turns).toBeGreaterThan(100)
    expect(message.includes('\n') && !/[^\r]\n/.test(message.toString('latin1'))).toBe(true)
    const read = await reader.parse({ bytes: message })
    expect(read.html?.trim()).toBe(html)
    expect(read.text).toContain('Grüße an alle. Grüße')
  })
})
