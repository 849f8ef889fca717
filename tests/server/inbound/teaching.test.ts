/** What people call junk is taught to the scanner: after the move, across restarts, within limits. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
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

async function open(now?: number, isTaught = true): Promise<void> {
  reports = []
  const env = { RSPAMD_URL: double.url, ...(isTaught && { RSPAMD_CONTROLLER_URL: double.url }) }
  gateway = await makeTestGateway({
    ...{ dataDir, env, ...(now !== undefined && { now }) },
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
async function loseFileOf(text: string): Promise<void> {
  for (const entry of await readdir(join(dataDir, 'mail'), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(file, 'utf8')).includes(text)) await rm(file)
  }
}
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
    expect(reports).toEqual(['scanner LessonRefused'])
  })

  it('nothing where no controller is named', async () => {
    const id = await deliver('one')
    await gateway.close()
    await open(gateway.clock.now(), false)
    await move('junk', id)
    await gateway.drain()
    expect(double.asked).toEqual([])
  })

  it('what can be read, beside a message whose file is damaged, of which the operator is told once', async () => {
    const ids = [await deliver('one'), await deliver('two')]
    await loseFileOf('one')
    await move('junk', ...ids)
    for (let tries = 0; tries < 5; tries += 1) {
      await gateway.drain()
      gateway.clock.advance(5 * 60_000)
    }
    expect(lessons()).toEqual(['/learnspam two'])
    expect(reports).toHaveLength(1)
  })

  it('the others where one message breaks it, which ends after ten tries', async () => {
    double.fail('broken', 'one')
    const ids = [await deliver('one'), await deliver('two'), await deliver('three')]
    await move('junk', ...ids)
    await gateway.drain()
    expect([double.learntAs('two'), double.learntAs('three')]).toEqual(['spam', 'spam'])
    for (let tries = 0; tries < 12; tries += 1) {
      gateway.clock.advance(5 * 60_000 * 2 ** tries)
      await gateway.drain()
    }
    expect(lessons().filter((it) => it.endsWith('one'))).toHaveLength(10)
    expect(reports).toEqual(['scanner LessonAway'])
  })

  it('nothing for five minutes once it was away for two in a row, whatever is said meanwhile', async () => {
    double.fail('broken')
    await move('junk', await deliver('one'), await deliver('two'), await deliver('three'))
    await gateway.drain()
    expect(lessons()).toHaveLength(2)
    await move('junk', await deliver('four'))
    await gateway.drain()
    expect(lessons()).toHaveLength(2)
    double.fail(null)
    gateway.clock.advance(5 * 60_000)
    await gateway.drain()
    expect(lessons()).toHaveLength(6)
  })

  it('R9: nothing more once the gateway stops, and all of it after the next start', async () => {
    double.fail('silent')
    const came = double.nextAsked()
    await move('junk', await deliver('one'), await deliver('two'), await deliver('three'))
    await came
    await gateway.close()
    expect(lessons()).toHaveLength(1)
    double.fail(null)
    await open(gateway.clock.now())
    await gateway.drain()
    expect(lessons()).toHaveLength(4)
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
