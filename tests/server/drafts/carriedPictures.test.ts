/** Pictures of a quoted text on their way into an answer, a draft and the next mailbox. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOpenCompose } from '#server/drafts/openCompose'
import { makeSaveDraft } from '#server/drafts/saveDraft'
import { removeFolder } from '../../support/removeFolder'
import { callerOf, openSending, type Sending, sendForm } from '../../support/stores/sendingSetup'

let folder: string
let place: Sending

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  place = await openSending({ folder, relayPort: null })
  for (const name of ['lin', 'wang']) await place.account(name)
})
afterEach(async () => {
  await place.close()
  await removeFolder(folder)
})

const as = async (name: string) => callerOf(await place.account(name))
const compose = async (mode: 'reply' | 'forward' | 'draft' | 'resend', id: string) =>
  (await makeOpenCompose(place)({ mode, id, ids: [] }, await as('lin'))).form

async function receive(field: string, reference: string): Promise<string> {
  const lines = [
    'From: wang@ep.test',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>Look:</p><img src="${reference}"><p>end</p>`,
    '--b',
    'Content-Type: image/png',
    'Content-Disposition: inline',
    field,
    '',
    'the very picture',
    '--b--',
    '',
  ]
  const store = place.mailStores.of(await place.account('lin'))
  const source = { kind: 'bytes', bytes: Buffer.from(lines.join('\r\n')) } as const
  return (await store.append({ folder: 'inbox', source, flags: {}, receivedAt: Date.now(), key: null })).id
}

describe('a picture in its place', () => {
  it.each([
    ['Content-ID: <chart@here>', 'cid:chart%40here'],
    ['Content-ID: <{3F-1}>', 'cid:{3F-1}'],
    ['Content-ID: <~a!b/c d>', 'cid:~a!b/c d'],
    ['Content-ID: <图表.png>', 'cid:图表.png'],
    ['Content-ID: <=?utf-8?B?5Zu+6KGo?=>', 'cid:%E5%9B%BE%E8%A1%A8'],
    ['Content-Location: pictures/p.png', 'pictures/p.png'],
  ])(
    'goes along with an answer, a draft and a forward, and arrives there: %s shown by %s',
    async (field, reference) => {
      const id = await receive(field, reference)
      const shown = (cid = '') => `<p>Look:</p><img src="cid:${cid}"><p>end</p>`
      for (const mode of ['reply', 'forward'] as const) {
        const form = await compose(mode, id)
        expect(form.attachments).toMatchObject([{ name: 'image.png', type: 'image/png' }])
        expect(form.html).toContain(shown(form.attachments[0]?.cid))
        const { subject, html } = form
        const attachmentIds = form.attachments.map(({ attachmentId }) => attachmentId)
        const idempotencyKey = mode
        const written = {
          ...sendForm({ to: ['wang@ep.test'], subject, html, attachmentIds, idempotencyKey }),
          again: undefined,
        }
        const draft = await compose('draft', (await makeSaveDraft(place)(written, await as('lin'))).id)
        expect(draft.attachments).toEqual(form.attachments)
        expect(draft.html).toContain(shown(form.attachments[0]?.cid))
        await place.send(written, await as('lin'))
        await place.dispatcher.drain()
        const [arrived] = await place.mails('wang', 'inbox')
        const opened = await place.mailStores.of(await place.account('wang')).open(arrived?.id ?? '')
        expect(opened?.parsed.attachments).toMatchObject([{ name: 'image.png', inline: true }])
        expect(opened?.parsed.html).toContain(shown(opened?.parsed.attachments[0]?.cid))
      }
    },
  )
})
