import { afterEach, describe, expect, it } from 'vitest'
import { clockJumpMs } from '#server/core/leases'
import { type AppendName, noteKept, takeTurn } from '#server/mail/imap/append/appendNotes'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'

let place: Awaited<ReturnType<typeof makeEmbeddedPlace>> | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const name: AppendName = { account: 'lin', key: 'send:sent' }
const hour = 3_600_000

/** Takes the turn of the one append at a time of the clock (epoch milliseconds). */
async function openTurns() {
  const opened = await makeEmbeddedPlace()
  place = opened
  return (now: number) => takeTurn(opened.db(), { now: () => now }, name, 'Sent')
}

describe('turns at an append that must happen once', () => {
  it('R18: passes to another 15 s after the last sign of life, and not before', async () => {
    const turnAt = await openTurns()
    expect(await turnAt(hour)).toEqual({ kind: 'mine', mayBeThere: false, at: hour })
    expect(await turnAt(hour + 14_999)).toEqual({ kind: 'busy' })
    expect(await turnAt(hour + 15_000)).toEqual({ kind: 'mine', mayBeThere: true, at: hour + 15_000 })
  })

  it('R18: a sign of life further ahead than a clock jump binds nobody, a nearer one does', async () => {
    const turnAt = await openTurns()
    await turnAt(hour)
    expect(await turnAt(hour - clockJumpMs)).toEqual({ kind: 'busy' })
    const at = hour - clockJumpMs - 1
    expect(await turnAt(at)).toEqual({ kind: 'mine', mayBeThere: true, at })
    expect(await turnAt(at)).toEqual({ kind: 'busy' })
  })

  it('R18: an append that is done stays done, however the clock jumps', async () => {
    const turnAt = await openTurns()
    await turnAt(hour)
    const kept = { folder: 'Sent', uidValidity: 7n, uid: 1 }
    if (place) await noteKept(place.db(), name, kept, hour)
    expect(await turnAt(0)).toEqual({ kind: 'kept', kept })
    expect(await turnAt(2 * hour)).toEqual({ kind: 'kept', kept })
  })
})
