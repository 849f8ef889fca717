/** A text that has a file name: the message's own where it opens with it, a file alone elsewhere. */
import { describe, expect, it } from 'vitest'
import { message, read } from './reading'

const named = (text: string, type = 'text/plain', more: readonly string[] = []) => [
  `Content-Type: ${type}; name="note.txt"`,
  ...more,
  '',
  text,
]
const multipart = (kind: string, parts: readonly (readonly string[])[]) => [
  `Content-Type: multipart/${kind}; boundary="b-${kind}"`,
  '',
  ...parts.flatMap((part) => [`--b-${kind}`, ...part]),
  `--b-${kind}--`,
]
const shown = (lines: readonly string[]) => {
  const { text, html, attachments, preview } = read(message(['From: a@example.cn', ...lines, '']))
  return { text: text?.trim() ?? null, html: html?.trim() ?? null, preview, files: attachments.map(({ name }) => name) }
}

describe('a text with a file name', () => {
  it('is shown where it is the whole message, and stays a file', () => {
    expect(shown(named('Not delivered'))).toEqual({
      text: 'Not delivered',
      html: null,
      preview: 'Not delivered',
      files: ['note.txt'],
    })
  })

  it('is shown where the message opens with it, before the footer that a list adds', () => {
    expect(
      shown(multipart('mixed', [named('Hello'), ['Content-Type: text/plain', '', 'Leave the list']])),
    ).toMatchObject({
      text: 'Hello\nLeave the list',
      files: ['note.txt'],
    })
  })

  it('is shown in each form that a choice of forms has', () => {
    const choice = multipart('alternative', [named('Plain'), multipart('related', [named('<p>Rich</p>', 'text/html')])])
    expect(shown(choice)).toMatchObject({ text: 'Plain', html: '<p>Rich</p>' })
  })

  it('is shown where the parts before it are empty, the first of several, and not one that is marked as an attachment', () => {
    const marked = named('MARKED', 'text/plain', ['Content-Disposition: attachment'])
    const parts = [['Content-Type: text/plain; name="a/b"', '', ' '], marked, named('First'), named('Second')]
    expect(shown(multipart('mixed', parts))).toEqual({
      ...{ text: 'First', html: null, preview: 'First' },
      files: ['b', 'note.txt', 'note.txt', 'note.txt'],
    })
    const empty = ['Content-Type: text/plain', '', '']
    expect(shown(multipart('mixed', [empty, named('First')]))).toMatchObject({ text: 'First' })
    expect(shown(multipart('mixed', [empty, marked]))).toMatchObject({ preview: '' })
    const picture = ['Content-Type: text/html', '', '<img src="cid:a">']
    expect(shown(multipart('mixed', [picture, named('First')]))).toMatchObject({
      html: '<img src="cid:a">',
      text: null,
    })
    const within = ['Content-Type: message/rfc822', '', 'Subject: inner', ...named('INNER')]
    expect(shown(multipart('mixed', [empty, within]))).toMatchObject({ preview: '' })
  })

  it('is a file alone where it comes later, is marked as an attachment or opens a message within', () => {
    const later = multipart('mixed', [['Content-Type: text/plain', '', 'See the file'], named('SECOND')])
    expect(shown(later)).toMatchObject({ text: 'See the file', files: ['note.txt'] })
    const marked = named('MARKED', 'text/plain', ['Content-Disposition: attachment'])
    expect(shown(marked)).toMatchObject({ text: null, files: ['note.txt'] })
    expect(shown(['Content-Type: message/rfc822', '', 'Subject: inner', ...named('INNER')])).toMatchObject({
      text: null,
    })
  })
})
