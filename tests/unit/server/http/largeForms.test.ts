/** Large forms are in memory one after another, accounts in turn (TRUST S27). */
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FormTooLarge } from '#server/http/form'
import { makeLargeForms, makeTurns } from '#server/http/largeForms'
import { removeFolder } from '#tests/support/removeFolder'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-forms-'))
})
afterAll(() => removeFolder(folder))

const mebibyte = 1024 * 1024
const bodyOf = (bytes: number) => Readable.from([Buffer.from('html='), Buffer.alloc(bytes, 'x')], { objectMode: false })
const by = (owner: string, mostBytes = 26 * mebibyte) => ({ owner, mostBytes })

/** Something to wait for, and what ends the waiting. */
function gate() {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { isOpen, open }
}

describe('the turns of large forms', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('S27: never have more bytes in hand than there may be, unless one form alone is larger', async () => {
    const turns = makeTurns({ mostInHand: 100 })
    let [inHand, most] = [0, 0]
    const run = async (owner: string, bytes: number) => {
      await turns.take(owner, bytes)
      inHand += bytes
      most = Math.max(most, inHand)
      await Promise.resolve()
      inHand -= bytes
      turns.giveBack(bytes)
    }
    await Promise.all([40, 60, 30, 70, 100, 1].map((bytes, at) => run(`${at}`, bytes)))
    expect(most).toBe(100)
    await run('a', 150)
    expect(most).toBe(150)
  })

  it('S27: come to an account with one form next but one, however many another account has waiting', async () => {
    const turns = makeTurns({ mostInHand: 10 })
    const served: string[] = []
    const run = async (owner: string) => {
      await turns.take(owner, 10)
      served.push(owner)
      turns.giveBack(10)
    }
    await turns.take('first', 10)
    const all = [...Array.from({ length: 12 }, () => run('a')), run('b'), run('c')]
    turns.giveBack(10)
    await Promise.all(all)
    expect(served).toHaveLength(14)
    // The first had its turn, and waited for room alone, when the others came.
    expect(served.slice(0, 4)).toEqual(['a', 'a', 'b', 'c'])
  })

  it('S27: are kept by a large form while smaller ones would fit', async () => {
    const turns = makeTurns({ mostInHand: 100 })
    const served: string[] = []
    await turns.take('first', 50)
    const large = turns.take('large', 100).then(() => served.push('large'))
    const small = turns.take('small', 10).then(() => served.push('small'))
    await Promise.resolve()
    expect(served).toEqual([])
    turns.giveBack(50)
    await large
    turns.giveBack(100)
    await small
    expect(served).toEqual(['large', 'small'])
  })

  it('S27: are refused as too many tries to whoever waits too long, and go on to the next', async () => {
    vi.useFakeTimers()
    const turns = makeTurns({ mostInHand: 10, waitMs: 1_000 })
    await turns.take('a', 10)
    const late = expect(turns.take('b', 10)).rejects.toMatchObject({ code: 'tooManyTries', detail: { payload: {} } })
    vi.advanceTimersByTime(999)
    const next = turns.take('c', 10)
    vi.advanceTimersByTime(1)
    await late
    turns.giveBack(10)
    await next
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a large form', () => {
  it('comes through a file that nobody finds, and says what was sent', async () => {
    const forms = makeLargeForms({ folder })
    const html = await forms(bodyOf(mebibyte), by('a'), async (form) => {
      expect(await readdir(folder)).toEqual([])
      return form('html')
    })
    expect(html).toEqual(['x'.repeat(mebibyte)])
  })

  it('S27: is not read while four of its account come or wait, and one of another account is', async () => {
    const forms = makeLargeForms({ folder, mostInHand: 3 * mebibyte })
    const [begun, go] = [gate(), gate()]
    const held = Array.from({ length: 4 }, () =>
      forms(bodyOf(mebibyte), by('a'), async () => {
        begun.open()
        await go.isOpen
      }),
    )
    const fifth = bodyOf(mebibyte)
    const read = vi.spyOn(fifth, 'iterator')
    const waiting = forms(fifth, by('a'), async (form) => form('html')[0]?.length)
    await begun.isOpen
    const other = bodyOf(9)
    const isRead = new Promise((resolve) => other.once('end', resolve))
    const others = forms(other, by('b'), async () => undefined)
    await isRead
    expect(read).not.toHaveBeenCalled()
    go.open()
    await Promise.all([...held, others])
    expect(await waiting).toBe(mebibyte)
  })

  it('S27: has its garbage collected after each 8 MB that were answered', async () => {
    let collected = 0
    const forms = makeLargeForms({ folder, collect: () => (collected += 1) })
    for (let sent = 0; sent < 6; sent += 1) {
      // The next one waits until what the last one left has been looked at.
      await forms(bodyOf(3 * mebibyte), by('a'), async () => undefined)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(collected).toBe(2)
  })

  it('S27: is refused beyond its bytes, and gives its room back', async () => {
    const forms = makeLargeForms({ folder, mostInHand: mebibyte })
    const answer = vi.fn(async () => undefined)
    for (let tries = 0; tries < 5; tries += 1)
      await expect(forms(bodyOf(3_000), by('a', 2_000), answer)).rejects.toBeInstanceOf(FormTooLarge)
    expect(answer).not.toHaveBeenCalled()
    await expect(forms(bodyOf(1_000), by('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await forms(bodyOf(mebibyte), by('a'), async (form) => form('html')[0]?.length)).toBe(mebibyte)
  })

  it('R12: says in the product’s words that there is no room for it on the disk', async () => {
    const forms = makeLargeForms({ folder: '/dev/null/forms', errorOf: () => new Error('diskFull') })
    await expect(forms(bodyOf(9), by('a'), async () => undefined)).rejects.toThrow('diskFull')
  })
})
