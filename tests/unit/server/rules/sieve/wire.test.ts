import { describe, expect, it } from 'vitest'
import { takeLine, wireString } from '#server/rules/sieve/wire'
import { nastyText, randomFrom } from '#tests/support/mail/someRules'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('the words of ManageSieve', () => {
  it('are read the same however they are cut', () => {
    const said = 'OK (QUOTA/MAX "x)") {6}\r\na"\r\n}b "q\\"\\\\" ACTIVE\r\nNO\r\n'
    for (let cut = 0; cut < said.indexOf('NO'); cut += 1) expect(takeLine(bytes(said.slice(0, cut)))).toBeNull()
    const taken = takeLine(bytes(said))
    expect(taken?.rest.toString()).toBe('NO\r\n')
    expect(taken?.line).toEqual([
      { kind: 'atom', text: 'OK' },
      { kind: 'code', text: 'QUOTA/MAX' },
      { kind: 'string', text: 'a"\r\n}b' },
      { kind: 'string', text: 'q"\\' },
      { kind: 'atom', text: 'ACTIVE' },
    ])
  })

  it('S14: make one string of whatever there is', () => {
    const random = randomFrom(5)
    for (let round = 0; round < 300; round += 1) {
      const text = Buffer.from(nastyText(random, 'text').repeat(round % 50 === 0 ? 100 : 1)).toString('latin1')
      const sent = `PUTSCRIPT ${wireString(text)}\r\n`
      const taken = takeLine(bytes(sent))
      expect(taken?.line).toEqual([
        { kind: 'atom', text: 'PUTSCRIPT' },
        { kind: 'string', text },
      ])
      expect(taken?.rest).toHaveLength(0)
      // Between quotes no server takes more, and a line end there would begin a second command.
      if (sent.startsWith('PUTSCRIPT "')) expect(sent).toMatch(/^[^\r\n\0]{0,1024}\r\n$/)
    }
  })

  it('are refused where they are none, or do not end', () => {
    expect(() => takeLine(bytes('{x}\r\n'))).toThrow('literal')
    expect(() => takeLine(bytes('{999999999}\r\n'))).toThrow('too long')
    expect(() => takeLine(bytes(`"${'x'.repeat(5_000_000)}`))).toThrow('does not end')
  })
})
