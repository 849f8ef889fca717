import { describe, expect, it } from 'vitest'
import { makeHeadGatherer } from '#server/kit/message/headGatherer'

/** Pushes pieces of `length` characters until enough has come. */
function gathered(text: string, length: number, most = 1_000) {
  const head = makeHeadGatherer(most)
  for (let at = 0; at < text.length; at += length)
    if (head.push(Buffer.from(text.slice(at, at + length), 'latin1'))) break
  return { head: head.head().toString('latin1'), all: head.bytes().toString('latin1') }
}

describe('the head of a message', () => {
  it.each([
    ['a: b\r\n\r\nc', 'a: b\r\n\r\n'],
    ['a: b\n\nc\r\n\r\nd', 'a: b\n\n'],
    ['a: b\r\nc: d\n\r\ne\n\nf', 'a: b\r\nc: d\n\r\n'],
    ['\n\nb', '\n\n'],
    ['a: b\r\n\r', 'a: b\r\n\r'],
    ['', ''],
  ])('of %j is found wherever its bytes are cut', (text, head) => {
    for (let length = 1; length <= text.length + 1; length += 1) expect(gathered(text, length).head).toBe(head)
  })

  it('S27: is looked for in so many bytes and no more', () => {
    const most = 10
    expect(gathered('a: 45678\n\nb', 1, most).head).toBe('a: 45678\n\n')
    expect(gathered('a: 456789\n\nb', 1, most)).toEqual({ head: 'a: 456789\n', all: 'a: 456789\n' })
  })
})
