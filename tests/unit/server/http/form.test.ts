/** Forms read in pieces give what `URLSearchParams` gives, and stop at their limits (TRUST S27). */
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { type FormLimits, FormTooLarge, readFormBody } from '#server/http/form'
import { seededRandom } from '#tests/support/seededRandom'

const roomy = { bytes: limits.textFormBytes, fields: limits.formFields }

function read(chunks: readonly Buffer[], most: FormLimits = roomy) {
  return readFormBody(Readable.from(chunks, { objectMode: false }), most)
}

/** Cut at every place that `cuts` names. */
function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const tokens = [
  'a',
  '&',
  '=',
  '+',
  '%',
  '%2',
  '%zz',
  '%E6%9E%97',
  '%e6%9e',
  '%F0%9F%98%80',
  '%EF%BB%BF',
  '%00',
  'x'.repeat(9),
]

describe('a form', () => {
  it('reads as URLSearchParams reads it, wherever its bytes are cut', async () => {
    const random = seededRandom(11)
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: random(24) }, () => tokens[random(tokens.length)]).join('')
      const bytes = Buffer.from(text)
      const expected = new URLSearchParams(text)
      const form = await read(cutAt(bytes, [random(bytes.length + 1), random(bytes.length + 1)]))
      for (const key of [...expected.keys(), 'a']) expect(form(key), JSON.stringify(text)).toEqual(expected.getAll(key))
    }
  })

  it('reads bare UTF-8, and shows a byte that is none as U+FFFD', async () => {
    const body = Buffer.concat([Buffer.from('a=林%'), Buffer.from([0xff])])
    for (let cut = 0; cut <= body.length; cut += 1) expect((await read(cutAt(body, [cut])))('a')).toEqual(['林%\ufffd'])
  })

  it('reads a value that is longer than any piece of it', async () => {
    const html = '<p>林 & 100 %</p>'.repeat(20_000)
    const body = Buffer.from(new URLSearchParams({ html, end: '1' }).toString())
    const form = await read([body])
    expect(form('html')).toEqual([html])
    expect(form('end')).toEqual(['1'])
  })

  it('S27: holds as many fields as its limit, and is refused with one more', async () => {
    const fields = (count: number) => [Buffer.from('a=1&'.repeat(count))]
    expect((await read(fields(limits.formFields)))('a')).toHaveLength(limits.formFields)
    await expect(read(fields(limits.formFields + 1))).rejects.toBeInstanceOf(FormTooLarge)
  })

  it('S27: holds as many bytes as its limit, and is refused with one more', async () => {
    const most = { bytes: 10, fields: 10 }
    expect((await read([Buffer.from('a=12345678')], most))('a')).toEqual(['12345678'])
    await expect(read([Buffer.from('a=123456789')], most)).rejects.toBeInstanceOf(FormTooLarge)
  })

  it('S27: lets the event loop turn at least once in each 256 KB', async () => {
    let turns = 0
    let isRead = false
    const count = () => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    await read([Buffer.alloc(8 * 1024 * 1024, 'a')])
    isRead = true
    expect(turns).toBeGreaterThanOrEqual(32)
  })

  it('S27: of nothing but separators costs no field', async () => {
    const form = await read([Buffer.alloc(1024 * 1024, '&')])
    expect(form('')).toEqual([])
  })
})
