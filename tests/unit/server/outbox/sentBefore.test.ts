/** The hash by which a repeated send is known. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#server/outbox/send/sentBefore'
import { sendForm } from '#tests/support/stores/sendingSetup'

/** As records of sends before this gateway have it. */
function inOnePiece(form: ReturnType<typeof sendForm>): string {
  const { idempotencyKey: _key, draftId: _draft, lineage: _lineage, writer: _writer, ...others } = form
  const { card: _card, outside: _outside, ...asked } = others
  const fields = Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

describe('the hash of a send', () => {
  it('R2: is the same in pieces as in one, wherever a piece ends within a character', async () => {
    const piece = 128 * 1024
    const lengths = [0, 1, piece - 1, piece, piece + 1, 2 * piece]
    const texts = lengths.flatMap((length) => [`${'x'.repeat(length)}\u{20bb7}"\n`, `${'易'.repeat(length)}\ud842`])
    for (const html of ['', '\ud842', ...texts, '\u{20bb7}'.repeat(piece)]) {
      const form = sendForm({ html, text: undefined, to: ['a@b.cn', '"x" <c@d.cn>'] })
      expect(await hashOf(form), String(html.length)).toBe(inOnePiece(form))
    }
  })

  it('R2: tells two long texts apart that differ in their last character', async () => {
    const html = 'x'.repeat(300_000)
    expect(await hashOf(sendForm({ html: `${html}a` }))).not.toBe(await hashOf(sendForm({ html: `${html}b` })))
  })

  it('S27: gives others a turn after each 128 K characters', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await hashOf(sendForm({ html: '"'.repeat(2_000_000) }))
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(14)
  })
})
