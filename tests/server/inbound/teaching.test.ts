/** What people call junk is taught to the scanner: after the move, across restarts, within limits. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { type RspamdDouble, startRspamdDouble } from '../../support/connections/rspamdDouble'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'

let dataDir: string
let double: RspamdDouble
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let reports: string[]

async function open(now?: number): Promise<void> {
  reports = []
  gateway = await makeTestGateway({
    ...{ dataDir, env: { RSPAMD_URL: double.url }, ...(now !== undefined && { now }) },
    report: ({ path, name }) => void reports.push(`${path} ${name}`),
  })
  calls = makeCalls(gateway)
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  double = await startRspamdDouble()
  await open()
  await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(async () => {
  await gateway.close()
  await double.close()
  await removeFolder(dataDir)
})

const deliver = (text: string, into?: string) =>
  gateway.deliver('lin@ep.test', `From: a@x.example\nSubject: A\n\n${text}\n`, into)
const post = async (path: string, values: Record<string, string | readonly string[]>) =>
  (await calls.post(path, values, { session: lin })).json
const move = (target: string, ...ids: string[]) => post('manage/move2.action', { ids, target })
const lessons = () => double.asked.map(({ path, body }) => `${path} ${body.slice(body.indexOf('\r\n\r\n')).trim()}`)

describe('a scanner learns', () => {
  it('what is junk and what is not, by each way of moving, and nothing of other moves', async () => {
    const ids = [await deliver('one'), await deliver('two'), await deliver('three'), await deliver('four', 'junk')]
    const [one = '', two = '', three = '', four = ''] = ids
    expect(await move('junk', one)).toMatchObject({ code: '200' })
    await gateway.drain()
    await post('mailFiltering/saveReportSpamList.action', { ids: [two] })
    await gateway.drain()
    await move('archive', three)
    await move('inbox', four)
    await gateway.drain()
    expect(lessons()).toEqual(['/learnspam one', '/learnspam two', '/learnham four'])
    const sent = await deliver('mine', 'sent')
    const gone = await deliver('gone', 'junk')
    await move('junk', sent)
    await move('deleted', gone)
    await move('junk', gone)
    await gateway.drain()
    expect(lessons()).toHaveLength(3)
  })

  it('the last word of a message that changes sides', async () => {
    const id = await deliver('one')
    for (const target of ['junk', 'inbox', 'junk']) {
      await move(target, id)
      await gateway.drain()
    }
    expect(lessons()).toEqual(['/learnspam one', '/learnham one', '/learnspam one'])
    expect(double.learntAs('one')).toBe('spam')
  })

  it('of a whole folder that is moved as a job', async () => {
    await deliver('one')
    await deliver('two')
    await post('jobs/startMailJob.action', { kind: 'move', folder: 'inbox', filter: 'all', target: 'junk' })
    await gateway.drain()
    await gateway.drain()
    expect(lessons().toSorted()).toEqual(['/learnspam one', '/learnspam two'])
  })

  it('after a restart what it could not learn before, and not what was deleted meanwhile', async () => {
    double.fail('broken')
    const [one, two] = [await deliver('one'), await deliver('two')]
    expect(await move('junk', one, two)).toMatchObject({ code: '200' })
    await gateway.drain()
    await post('manage/remove2.action', { ids: [two] })
    await gateway.close()
    double.fail(null)
    double.asked.length = 0
    await open(gateway.clock.now() + 6 * 60_000)
    await gateway.drain()
    expect(lessons()).toEqual(['/learnspam one'])
  })

  it('three times at the most where it refuses, and the operator is told', async () => {
    double.fail('refused')
    await move('junk', await deliver('one'))
    for (let tries = 0; tries < 5; tries += 1) {
      await gateway.drain()
      gateway.clock.advance(5 * 60_000)
    }
    expect(lessons()).toHaveLength(3)
    expect(reports).toEqual(Array.from({ length: 3 }, () => 'scanner LessonRefused'))
  })

  it('S27: from one person no more in a day than may be', async () => {
    const id = await deliver('one')
    double.fail('broken')
    for (let word = 0; word < limits.lessonsPerDay; word += 1) await move(word % 2 === 0 ? 'junk' : 'inbox', id)
    double.fail(null)
    const other = await deliver('two')
    expect(await move('junk', other)).toMatchObject({ code: '200' })
    gateway.clock.advance(5 * 60_000)
    await gateway.drain()
    expect(lessons().some((it) => it.endsWith('two'))).toBe(false)
    gateway.clock.advance(24 * 60 * 60_000)
    await move('inbox', other)
    await gateway.drain()
    expect(lessons().at(-1)).toBe('/learnham two')
  })
})
