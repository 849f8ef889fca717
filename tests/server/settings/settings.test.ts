/** What a person has chosen for their account, over the wire. */
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pollNewMail } from '#contract/endpoints/mail/mail'
import { initialSettings, settings } from '#contract/settings'
import { writtenDate } from '#server/kit/zonedDate'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('anna@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const read = async (session: Signed) => (await calls.post('settings/read.action', {}, { session })).json.settings
const change = async (form: Readonly<Record<string, string | readonly string[]>>, session = lin) =>
  (await calls.post('settings/change.action', form, { session })).json

describe('settings', () => {
  it('stand at their defaults until one is chosen', async () => {
    expect(await read(lin)).toEqual(initialSettings)
  })

  it('take one change or several, leave the others, and are found again at the next sign-in', async () => {
    const chosen = { ...initialSettings, markRead: 'never' }
    expect(await change({ markRead: 'never' })).toEqual({ code: '200', settings: chosen })
    const both = { ...chosen, markRead: 'after3s', afterRemoval: 'list' }
    expect(await change({ markRead: 'after3s', afterRemoval: 'list' })).toEqual({ code: '200', settings: both })
    expect(await read(await calls.signIn('lin@ep.test'))).toEqual(both)
  })

  it('changed at the same moment all hold', async () => {
    await Promise.all([change({ markRead: 'never' }), change({ afterRemoval: 'previous' })])
    expect(await read(lin)).toMatchObject({ markRead: 'never', afterRemoval: 'previous' })
  })

  it.each(Object.keys(settings))(
    '%s refuses a value that it does not know, by its name, and changes nothing',
    async (name) => {
      for (const value of ['', 'ever', '__proto__', ['never', 'never']]) {
        const answer = await change({ markRead: 'after3s', [name]: value })
        expect(answer).toMatchObject({ code: 'badField', field: name })
      }
      expect(await read(lin)).toEqual(initialSettings)
    },
  )

  it('refuse a change that names none that is known', async () => {
    expect(await change({})).toMatchObject({ code: 'badField' })
    expect(await change({ colour: 'blue', __proto__: 'x' })).toMatchObject({ code: 'badField' })
    expect(await gateway.stores.settings.load((await linAccount()).id)).toEqual({})
  })

  it('zone: dates are written in that of the account, in every session, and in the browser’s own without one', async () => {
    await gateway.deliver('lin@ep.test', 'From: anna@ep.test\r\nSubject: Plan\r\n\r\nWords')
    const [shanghai, berlin] = [lin, await calls.signIn('lin@ep.test', 'Europe/Berlin')]
    const dates = async () =>
      Promise.all(
        [shanghai, berlin].map(
          async (session) =>
            (await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })).json.list,
        ),
      )
    const at = (zone: string) => [expect.objectContaining({ date: writtenDate(gateway.clock.now(), zone) })]
    expect(await dates()).toEqual([at('Asia/Shanghai'), at('Europe/Berlin')])
    expect(await change({ zone: 'America/New_York' })).toMatchObject({ settings: { zone: 'America/New_York' } })
    expect(await dates()).toEqual([at('America/New_York'), at('America/New_York')])
    await change({ zone: 'asBrowser' })
    expect(await dates()).toEqual([at('Asia/Shanghai'), at('Europe/Berlin')])
    for (const zone of ['Asia/Nowhere', 'aSIA/sHANGHAI', '+08:00', 'Asia/Shanghai\r\nX: y'])
      expect(await change({ zone })).toMatchObject({ code: 'badField', field: 'zone' })
  })

  it('mutedPeople, alwaysPeople: an address stands without brackets, quotes or separators', async () => {
    for (const one of ['<wang@ep.cn>', '"wang"@ep.cn', 'wang@ep.cn,', 'wang@ep.cn;'])
      expect(await change({ mutedPeople: JSON.stringify([one]) })).toMatchObject({ field: 'mutedPeople' })
    expect(await change({ mutedPeople: '["wang@ep.cn"]' })).toMatchObject({ code: '200' })
  })

  it('mutedPeople, alwaysPeople: a poll counts all mail of the inbox, and says apart what of it is to be told', async () => {
    const from = (sender: string) =>
      gateway.deliver('lin@ep.test', `From: ${sender}\r\nTo: lin@ep.test\r\nSubject: Of ${sender}\r\n\r\nWords`)
    const poll = async (since?: string) => {
      const form = since === undefined ? {} : { since }
      const { json } = await calls.get('query/timingQueryMail.action', form, { session: lin })
      return v.parse(pollNewMail.reply, json)
    }
    const { cursor } = await poll()
    await from('anna@ep.test')
    expect(await poll(cursor)).not.toHaveProperty('told')
    await change({ mutedPeople: '["Boss@EP.test","list@ep.test"]' })
    for (const sender of ['list@ep.test', 'boss@ep.test', 'wang@ep.test', 'boss@ep.test', 'list@ep.test'])
      await from(sender)
    const subjects = (list: readonly { subject: string }[]) => list.map(({ subject }) => subject)
    const found = await poll(cursor)
    expect([found.newmailcount, subjects(found.newest)[0], found.newest.length]).toEqual([6, 'Of list@ep.test', 3])
    expect(found.told).toMatchObject({ count: 2, always: false })
    expect(subjects(found.told?.newest ?? [])).toEqual(['Of wang@ep.test', 'Of anna@ep.test'])
    await change({ alwaysPeople: '["anna@ep.test"]', mutedPeople: '["wang@ep.test"]' })
    expect((await poll(cursor)).told).toMatchObject({ count: 5, always: true })
    expect(await poll((await poll(cursor)).cursor)).not.toHaveProperty('told')
    const many = JSON.stringify(Array.from({ length: 21 }, (_, at) => `p${at}@ep.test`))
    for (const mutedPeople of ['["nobody"]', '[1]', '{}', many])
      expect(await change({ mutedPeople })).toMatchObject({ code: 'badField', field: 'mutedPeople' })
  })

  it('that this gateway no longer knows read as their defaults', async () => {
    await gateway.stores.settings.change((await linAccount()).id, { markRead: 'in1965', colour: 'blue' })
    expect(await read(lin)).toEqual(initialSettings)
  })

  it('S21, S15: are each person’s own, and nobody’s without a session', async () => {
    await change({ markRead: 'never' })
    expect(await read(await calls.signIn('anna@ep.test'))).toEqual(initialSettings)
    expect((await calls.post('settings/change.action', { markRead: 'never' })).status).toBe(403)
    expect((await calls.post('settings/read.action', {})).status).toBe(403)
  })
})

async function linAccount() {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('The mailbox is gone')
  return account
}
