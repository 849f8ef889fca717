import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#tests/support/mail/literalLines'
import { makeScriptedStore, type ScriptedStore } from '#tests/support/stores/scriptedStore'
import { owner } from '../../conformance/mail/mailbox'
import { message, newMail } from '../../conformance/mail/mailMessage'

let place: ScriptedStore | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const lin = owner('lin')
const mail = newMail({ head: ['Message-ID: <one@ep.test>'] }, { key: 'send:sent', flags: { seen: true } })
const appends = () => (place?.commands ?? []).filter((text) => text.startsWith('APPEND'))
const searches = () => (place?.commands ?? []).filter((text) => text.startsWith('UID SEARCH'))

/** A server that keeps one mailbox of messages, as far as APPEND and the search for one are concerned. */
function keeping(fault: (turn: number) => 'cut before' | 'cut after' | string | null) {
  let kept = 0
  let turn = 0
  const answer: Answer = ({ tag, text }, socket) => {
    if (text.startsWith('UID SEARCH')) return `* SEARCH${kept > 0 ? ` ${kept}` : ''}\r\n${tag} OK done\r\n`
    if (!text.startsWith('APPEND')) return undefined
    turn += 1
    const now = fault(turn)
    if (now !== null && !now.startsWith('cut')) return `${tag} ${now}\r\n`
    if (now !== 'cut before') kept += 1
    if (now === null) return `${tag} OK [APPENDUID 7 ${kept}] done\r\n`
    socket.destroy()
    return null
  }
  return { answer, kept: () => kept }
}

describe('appends to an IMAP server', () => {
  it('streams the bytes as they are, with flags and arrival', async () => {
    const server = keeping(() => null)
    place = await makeScriptedStore(server.answer)
    expect(await place.stores.of(lin).append(mail)).toMatchObject({ isNew: true })
    const bytes = message({ head: ['Message-ID: <one@ep.test>'] }).toString('utf8')
    expect(appends()).toEqual([`APPEND "INBOX" (\\Seen) "15-Jun-2025 15:06:40 +0000" ‹${bytes}›`])
  })

  it.each(['cut before', 'cut after'] as const)(
    'R8: keeps one message for a line that was %s it was kept',
    async (cut) => {
      const server = keeping((turn) => (turn === 1 ? cut : null))
      place = await makeScriptedStore(server.answer)
      await expect(place.stores.of(lin).append(mail)).rejects.toThrow()
      const again = await place.other.of(lin).append(mail)
      expect(again.isNew).toBe(cut === 'cut before')
      expect(server.kept()).toBe(1)
      expect(searches()[0]).toContain('HEADER Message-ID ‹one@ep.test›')
      expect(await place.stores.of(lin).append(mail)).toEqual({ id: again.id, isNew: false })
    },
  )

  it('R8: lets one of two gateways append, and the other wait for it', async () => {
    const server = keeping(() => null)
    place = await makeScriptedStore(server.answer)
    const both = await Promise.all([place.stores.of(lin).append(mail), place.other.of(lin).append(mail)])
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(both[0].id).toBe(both[1].id)
    expect(server.kept()).toBe(1)
  })

  it('R10: says that the mailbox is full, and keeps the message when there is room again', async () => {
    const server = keeping((turn) => (turn === 1 ? 'NO [OVERQUOTA] full' : null))
    place = await makeScriptedStore(server.answer)
    await expect(place.stores.of(lin).append(mail)).rejects.toMatchObject({ code: 'quotaExceeded' })
    expect(await place.stores.of(lin).append(mail)).toMatchObject({ isNew: true })
    expect(searches()).toEqual([])
  })

  it('R10: looks for the folder again when the server says that it is not there', async () => {
    const server = keeping((turn) => (turn === 1 ? 'NO [TRYCREATE] no such mailbox' : null))
    place = await makeScriptedStore(server.answer)
    expect(await place.stores.of(lin).append(mail)).toMatchObject({ isNew: true })
    expect(appends()).toHaveLength(2)
  })
})
