/** Another mail program works in the same mailbox: list, counts and server agree, and no id ever leads to another mail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderInfo, queryFolder } from '../../src/contract/endpoints/mail/mail'
import { showMail } from '../../src/contract/endpoints/mail/reading'
import type { CallGateway } from '../../src/lib/http/outcome'
import { addLabUser } from './lab/env'
import type { LabUser } from './lab/users'
import { fill, imapOf, subjectsIn, within } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product

beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

async function deskOf(mails: number): Promise<{ readonly lin: LabUser; readonly call: CallGateway }> {
  const lin = await addLabUser('lin')
  await fill(
    lin,
    'INBOX',
    Array.from({ length: mails }, (_, index) => ({ subject: `Mail ${index + 1}` })),
  )
  return { lin, call: await product.signIn(lin) }
}

async function rows(call: CallGateway, folder: string) {
  const outcome = await call(queryFolder, { folder })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}

async function countsOf(call: CallGateway, folder: string) {
  const outcome = await call(folderInfo, {})
  const found = outcome.ok ? outcome.value.folders.find(({ id }) => id === folder) : undefined
  return found === undefined ? null : { total: found.total, unread: found.unread }
}

describe('another mail program', () => {
  it('R11: marks, moves and expunges; after a refresh list, counts and server agree', async () => {
    const { lin, call } = await deskOf(6)
    expect((await rows(call, 'inbox')).total).toBe(6)
    await within(lin, 'INBOX', async (client) => {
      await client.messageFlagsAdd('1,2', ['\\Seen'])
      await client.messageFlagsAdd('3', ['\\Flagged'])
      await client.messageMove('4', 'Trash')
      await client.messageDelete('4')
    })
    const { list, total } = await rows(call, 'inbox')
    expect(total).toBe(4)
    expect(list.map(({ subject }) => subject)).toEqual((await subjectsIn(lin, 'INBOX')).toReversed())
    expect(list.map(({ seen, flagged }) => [seen, flagged])).toEqual([
      [false, false],
      [false, true],
      [true, false],
      [true, false],
    ])
    expect(await countsOf(call, 'inbox')).toEqual({ total: 4, unread: 2 })
    expect((await rows(call, 'deleted')).list.map(({ subject }) => subject)).toEqual(['Mail 4'])
  })

  it('R11: expunges a mail that is open here: it is gone, and no other comes in its place', async () => {
    const { lin, call } = await deskOf(3)
    const { list } = await rows(call, 'inbox')
    const [newest, middle] = list
    const open = (id = '') => call(showMail, { id })
    expect(await open(middle?.id)).toMatchObject({ ok: true, value: { mail: { subject: 'Mail 2' } } })
    await within(lin, 'INBOX', (client) => client.messageDelete('2'))
    expect(await open(middle?.id)).toMatchObject({ ok: false, code: 'notFound' })
    expect(await open(newest?.id)).toMatchObject({ ok: true, value: { mail: { subject: 'Mail 3' } } })
  })

  it('R10: a folder with new UIDs (UIDVALIDITY): an old id finds nothing rather than another mail', async () => {
    const { lin, call } = await deskOf(1)
    const client = await imapOf(lin)
    await client.mailboxCreate('Work')
    await fill(lin, 'Work', [{ subject: 'Old 1' }, { subject: 'Old 2' }])
    const folders = await call(folderInfo, {})
    const work = folders.ok ? folders.value.folders.find(({ name }) => name === 'Work')?.id : undefined
    const before = await rows(call, work ?? '')
    expect(before.list.map(({ subject }) => subject)).toEqual(['Old 2', 'Old 1'])
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    await client.logout()
    await fill(lin, 'Work', [{ subject: 'New 1' }, { subject: 'New 2' }])
    for (const { id } of before.list) {
      expect(await call(showMail, { id })).toMatchObject({ ok: false, code: 'notFound' })
    }
    expect((await rows(call, work ?? '')).list.map(({ subject }) => subject)).toEqual(['New 2', 'New 1'])
  })
})
