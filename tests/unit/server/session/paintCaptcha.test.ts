import { randomInt } from 'node:crypto'
import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { captchaLimits } from '#contract/session/captchaLimits'
import { captchaCharacters, foldedCaptcha, newCaptchaText } from '#server/session/captcha/captchaText'
import { glyphs } from '#server/session/captcha/painter/glyphs'
import { paintCaptcha } from '#server/session/captcha/painter/paintCaptcha'

/** The chunks of a PNG by name, each with its checksum looked at. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const named = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named))
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4))
    at += 12 + length
  }
  return chunks
}

describe('the picture of a captcha', () => {
  it('is a PNG twice as fine as it is shown, with ink on it and no word of what it says', async () => {
    const png = Buffer.from(await paintCaptcha('ACEHJ'))
    const chunks = chunksOf(png)
    const header = chunks.get('IHDR') ?? Buffer.alloc(8)
    const { width, height } = captchaLimits.pixels
    expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([width * 2, height * 2])
    const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
    expect(rows).toHaveLength((width * 2 + 1) * height * 2)
    const dark = rows.filter((grey) => grey > 0 && grey < 80).length
    expect(dark).toBeGreaterThan(1_000)
    expect(png.includes('ACEHJ')).toBe(false)
  })

  it('S19: is another each time, of the same text as well', async () => {
    const [one, other] = await Promise.all([paintCaptcha('ACEHJ'), paintCaptcha('ACEHJ')])
    expect(Buffer.compare(one, other)).not.toBe(0)
  })
})

describe('the text of a captcha', () => {
  it('S19: is of a million and more, of characters that all can be drawn', () => {
    expect(captchaCharacters.length ** captchaLimits.characters).toBeGreaterThan(1_000_000)
    expect([...captchaCharacters].filter((one) => (glyphs[one] ?? []).length === 0)).toEqual([])
    expect(new Set(captchaCharacters).size).toBe(captchaCharacters.length)
    expect(newCaptchaText(5, randomInt)).toMatch(new RegExp(`^[${captchaCharacters}]{5}$`))
  })

  it('is told from no other by case, width or spaces', () => {
    expect(foldedCaptcha(' ａc　Ｅh4\t')).toBe('ACEH4')
  })
})
