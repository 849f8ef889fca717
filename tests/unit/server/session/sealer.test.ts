import { describe, expect, it } from 'vitest'
import { makeSealer } from '#server/session/password/sealer.aes'

const key = Buffer.alloc(32, 1)
const sealer = makeSealer(key)

describe('the sealer', () => {
  it('opens for the owner what it sealed, and writes nothing readable', () => {
    const sealed = sealer.seal('lin', '密码 p@ss')
    expect(sealer.open('lin', sealed)).toBe('密码 p@ss')
    expect(Buffer.from(sealed).includes('p@ss')).toBe(false)
    expect(sealer.seal('lin', '密码 p@ss')).not.toEqual(sealed)
  })

  it('opens nothing for another owner, under another key, or when a byte was changed', () => {
    const sealed = sealer.seal('lin', 'secret')
    expect(sealer.open('chen', sealed)).toBeNull()
    expect(makeSealer(Buffer.alloc(32, 2)).open('lin', sealed)).toBeNull()
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(sealer.open('lin', changed)).toBeNull()
    }
    for (const length of [0, 12, 27]) expect(sealer.open('lin', sealed.slice(0, length))).toBeNull()
  })
})
