/** A message that waits to be sent, opened as any other. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MimeReader, MimeSource } from '#server/mail/mimeReader.port'
import { withOutboxFolder } from '#server/mail/virtual/outboxFolder'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'
import { sharedReader } from '../../support/stores/sharedReader'

let folder: string
let place: Sending

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  place = await openSending({ folder, relayPort: null })
})
afterEach(async () => {
  await place.close()
  await removeFolder(folder)
})

it('S27: a message that waits is read from its file, not from a copy of it in memory', async () => {
  const lin = await place.account('lin')
  await place.account('wang')
  const sendAt = Date.now() + 3_600_000
  const sent = await place.send(sendForm({ to: ['wang@ep.test'], html: '<p>Later</p>', sendAt }), callerOf(lin))
  const reader = sharedReader()
  const sources: MimeSource[] = []
  const mime: MimeReader = {
    ...reader,
    parse: (source, owner) => {
      sources.push(source)
      return reader.parse(source, owner)
    },
    part: (source, part, owner) => {
      sources.push(source)
      return reader.part(source, part, owner)
    },
    parts: (source, parts, owner) => {
      sources.push(source)
      return reader.parts(source, parts, owner)
    },
  }
  const store = withOutboxFolder(place.mailStores, { ...place, mime }).of(lin)
  const id = `out.${sent.id}`
  expect((await store.open(id))?.parsed.html).toContain('Later')
  const part = await store.part(id, '1')
  expect(part && (await text(part.stream))).toContain('Later')
  expect([...((await store.parts(id, ['1'])) ?? [])]).toHaveLength(1)
  expect(sources.map((source) => 'path' in source)).toEqual([true, true, true])
})
