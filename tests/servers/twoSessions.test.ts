/** Two sessions of one person over a mail server: what one marks, the list of the other shows, and is said to have changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { markMails, queryFolder } from '../../src/contract/endpoints/mail/mail'
import type { CallGateway } from '../../src/lib/http/outcome'
import { addLabUser } from './lab/env'
import { fill } from './mailbox'
import { openProduct, type Product } from './product'

let product: Product

beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

async function listed(call: CallGateway, known: string) {
  const outcome = await call(queryFolder, { folder: 'inbox', known })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}

it('R11: a message that one session marks is no longer unread in the list that the other asks for again', async () => {
  const lin = await addLabUser('lin')
  await fill(lin, 'INBOX', [{ subject: 'Mail 1' }, { subject: 'Mail 2' }, { subject: 'Mail 3' }])
  const [here, there] = [await product.signIn(lin), await product.signIn(lin)]
  const { version = '', list } = await listed(here, '')
  expect([list.map(({ seen }) => seen), version === '']).toEqual([[false, false, false], false])
  expect(await listed(here, version)).toMatchObject({ unchanged: true })

  const [newest, middle] = (await listed(there, '')).list
  expect(await there(markMails, { ids: [middle?.id ?? ''], mark: 'seen' })).toMatchObject({ ok: true })
  expect(await there(markMails, { ids: [newest?.id ?? ''], mark: 'flagged' })).toMatchObject({ ok: true })

  const after = await listed(here, version)
  expect(after.unchanged).toBeUndefined()
  expect(after.list.map(({ subject, seen, flagged }) => [subject, seen, flagged])).toEqual([
    ['Mail 3', false, true],
    ['Mail 2', true, false],
    ['Mail 1', false, false],
  ])
  expect(await listed(here, after.version ?? '')).toMatchObject({ unchanged: true })
})
