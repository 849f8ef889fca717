import { afterEach, describe, expect, it } from 'vitest'
import { Refusal } from '#server/core/refusal'
import { mailIdOf } from '#server/mail/imap/ids'
import type { Answer } from '#tests/support/mail/literalLines'
import { makeScriptedStore, type ScriptedStore } from '#tests/support/stores/scriptedStore'
import { owner } from '../../conformance/mail/mailbox'

let place: ScriptedStore | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const lin = owner('lin')
const idOf = (uid: number, path = 'INBOX') => mailIdOf(lin.id, path, 7n, uid)
const sent = (pattern: RegExp) => (place?.commands ?? []).filter((text) => pattern.test(text))

/** An inbox with one mail and a junk folder, and a line that is cut once, after the command that `cut` names was carried out. */
function twoFolders(capability: string, cut: RegExp) {
  const folders = new Map<string, Map<number, string>>([
    ['INBOX', new Map([[1, '<one@ep.test>']])],
    ['Junk', new Map()],
  ])
  const selected = new Map<number, string>()
  let isCut = false
  let isDeleted = false
  const held = (path = '') => folders.get(path) ?? new Map<number, string>()
  const copy = () => held('Junk').set(11 + held('Junk').size, '<one@ep.test>')
  const carryOut = (text: string, connection: number): string => {
    const path = selected.get(connection)
    if (/^LIST "" "\*"/.test(text)) return '* LIST () "/" INBOX\r\n* LIST (\\Junk) "/" Junk\r\n'
    if (/^LIST "" ""/.test(text)) return '* LIST (\\Noselect) "/" ""\r\n'
    if (/^LIST/.test(text)) return '* LIST (\\Junk) "/" Junk\r\n'
    if (/^STATUS/.test(text)) return `* STATUS Junk (UIDNEXT ${11 + held('Junk').size} UIDVALIDITY 7)\r\n`
    if (/^(SELECT|EXAMINE)/.test(text)) {
      const name = text.includes('Junk') ? 'Junk' : 'INBOX'
      selected.set(connection, name)
      return `* FLAGS (\\Seen)\r\n* ${held(name).size} EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT 12] .\r\n`
    }
    if (/^UID FETCH/.test(text)) {
      return [...held(path)]
        .map(([uid, id], index) => {
          const head = `Message-ID: ${id}\r\n\r\n`
          const facts = `UID ${uid} RFC822.SIZE 10 INTERNALDATE "01-Jan-2025 00:00:00 +0000"`
          return `* ${index + 1} FETCH (${facts} BODY[HEADER.FIELDS (MESSAGE-ID)] {${head.length}}\r\n${head})\r\n`
        })
        .join('')
    }
    if (/^UID SEARCH DELETED/.test(text)) return `* SEARCH${isDeleted && held(path).size > 0 ? ' 1' : ''}\r\n`
    if (/^UID SEARCH/.test(text)) return `* SEARCH ${[...held(path).keys()].join(' ')}\r\n`
    if (/^UID COPY/.test(text)) copy()
    if (/^UID STORE .*\+FLAGS.*Deleted/.test(text)) isDeleted = true
    if (/^(UID )?EXPUNGE/.test(text) && isDeleted) held(path).clear()
    if (/^UID MOVE/.test(text) && held('INBOX').size > 0) {
      copy()
      held('INBOX').clear()
    }
    return ''
  }
  const answer: Answer = ({ tag, text, connection }, socket) => {
    if (/^CAPABILITY/.test(text)) return `* CAPABILITY ${capability}\r\n${tag} OK done\r\n`
    if (/^(NAMESPACE|LOGIN|LOGOUT|ID|ENABLE)/.test(text)) return undefined
    const said = carryOut(text, connection)
    if (isCut || !cut.test(text)) return `${said}${tag} OK done\r\n`
    isCut = true
    socket.destroy()
    return null
  }
  return { answer, uids: (path: string) => [...held(path).keys()] }
}

describe('moves, also such as a break cuts in two', () => {
  it.each([
    ['after the copy', 'IMAP4rev1', /^UID COPY/],
    ['before the original is marked', 'IMAP4rev1 UIDPLUS', /^UID STORE/],
    ['after the original went', 'IMAP4rev1 UIDPLUS', /^UID EXPUNGE/],
    ['after the move', 'IMAP4rev1 UIDPLUS MOVE', /^UID MOVE/],
  ])('R8: %s, leave one mail, and say where it is', async (_when, capability, cut) => {
    const server = twoFolders(capability, cut)
    place = await makeScriptedStore(server.answer)
    const moved = await place.stores.of(lin).move([idOf(1)], 'junk')
    expect(moved).toEqual([{ id: idOf(1), newId: idOf(11, 'Junk'), from: 'inbox' }])
    expect(server.uids('Junk')).toEqual([11])
    expect(server.uids('INBOX')).toEqual([])
    expect(sent(/^UID (COPY|MOVE)/)).toHaveLength(1)
  })

  it('answer each mail once, however often it is named', async () => {
    place = await makeScriptedStore(twoFolders('IMAP4rev1 UIDPLUS MOVE', /^never/).answer)
    const store = place.stores.of(lin)
    expect(await store.move([idOf(1), idOf(1)], 'junk')).toHaveLength(1)
    const there = idOf(11, 'Junk')
    expect(await store.remove([there, there])).toEqual([there])
  })

  it('R8: a removal that was cut is brought to its end, and told once', async () => {
    const server = twoFolders('IMAP4rev1 UIDPLUS', /^UID EXPUNGE/)
    place = await makeScriptedStore(server.answer)
    expect(await place.stores.of(lin).remove([idOf(1)])).toEqual([idOf(1)])
    expect(server.uids('INBOX')).toEqual([])
  })
})

describe('a mailbox that cannot be changed', () => {
  const other = idOf(1, 'Junk')
  const refusing = (answer: string): Answer => {
    const server = twoFolders('IMAP4rev1 UIDPLUS MOVE', /^never/)
    return (command, socket) =>
      /^UID (MOVE|STORE)/.test(command.text) ? `${command.tag} NO ${answer}\r\n` : server.answer(command, socket)
  }

  it.each(['[NOPERM] Permission denied', '[READ-ONLY] It cannot be changed'])(
    'is said to be one where the server answers %s',
    async (answer) => {
      place = await makeScriptedStore(refusing(answer))
      const store = place.stores.of(lin)
      await expect(store.move([idOf(1)], 'junk')).rejects.toThrow(new Refusal('serverCannot'))
      await expect(store.remove([idOf(1)])).rejects.toThrow(new Refusal('serverCannot'))
    },
  )

  it('is said to be one where it can only be looked at, and is left as it is', async () => {
    const server = twoFolders('IMAP4rev1 UIDPLUS', /^never/)
    place = await makeScriptedStore((command, socket) => {
      const said = server.answer(command, socket)
      return /^SELECT/.test(command.text) && typeof said === 'string'
        ? said.replace(' OK done', ' OK [READ-ONLY] done')
        : said
    })
    const store = place.stores.of(lin)
    await expect(store.move([idOf(1)], 'junk')).rejects.toThrow(new Refusal('serverCannot'))
    await expect(store.remove([idOf(1)])).rejects.toThrow(new Refusal('serverCannot'))
    await expect(store.emptyFolder('inbox', null)).rejects.toThrow(new Refusal('serverCannot'))
    expect(await store.move([other], 'inbox')).toEqual([])
    expect(sent(/^UID (COPY|STORE)|^EXPUNGE/)).toEqual([])
  })
})

describe('marks on the wire', () => {
  it('cost one SEARCH and one STORE for 500 mails, and count what changed', async () => {
    const uids = Array.from({ length: 500 }, (_, index) => index * 3 + 1)
    place = await makeScriptedStore(({ tag, text }) =>
      text.startsWith('UID SEARCH') ? `* SEARCH ${uids.slice(1).join(' ')}\r\n${tag} OK done\r\n` : undefined,
    )
    expect(
      await place.stores.of(lin).mark(
        uids.map((uid) => idOf(uid)),
        'flagged',
      ),
    ).toBe(499)
    expect(sent(/^UID SEARCH/)).toHaveLength(1)
    expect(sent(/^UID STORE/)).toEqual([`UID STORE ${uids.slice(1).join(',')} +FLAGS.SILENT (\\Flagged)`])
  })
})
