/** Rules run over a folder of Dovecot: filed and marked, cancelled between two steps, and taken back. */
import { afterAll, afterEach, expect, it } from 'vitest'
import type { MailJob, RulesUndoWork, RulesWork } from '../../server/core/mailJob'
import { makeMailJobStore } from '../../server/mail/jobs/mailJobs.sql'
import { openMimeReader } from '../../server/mime'
import { makeRuleRuns } from '../../server/rules/running/ruleRuns.sql'
import { makeWorkRules } from '../../server/rules/running/workRuleRun'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { rule } from '../support/mail/someRules'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { fill } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const lin = owner('lin')
const subjectHas = (value: string) => [{ kind: 'subject', test: 'contains', values: [value] }] as const
const rules = [
  rule({
    conditions: subjectHas('odd'),
    actions: [{ kind: 'markSeen' }, { kind: 'flag' }, { kind: 'file', folder: 'archive' }],
  }),
  rule({ conditions: subjectHas('even 0'), actions: [{ kind: 'flag' }, { kind: 'copy', folder: 'junk' }] }),
]

async function mailbox(count: number) {
  place = await makeImapPlace(mime)
  const { context, store: mailStores } = place
  const subjects = Array.from({ length: count }, (_, at) => ({ subject: `${at % 2 === 0 ? 'even' : 'odd'} ${at}` }))
  await fill(place.user('lin'), 'INBOX', subjects)
  const { db, spool, clock } = context
  const [ruleRuns, mailJobs] = [makeRuleRuns(db), makeMailJobStore(db)]
  /** Cancelled with the step after `steps`. */
  async function work(of: RulesWork | RulesUndoWork, steps = Number.POSITIVE_INFINITY) {
    const id = of.kind
    const none = { filter: 'all', state: 'running', total: count, done: 0, position: 0, reason: null } as const
    const job: MailJob = { id, accountId: lin.id, folder: 'inbox', createdAt: Date.now(), work: of, ...none }
    const begun =
      of.kind === 'rules'
        ? ruleRuns.begin({ ...job, work: of }, { ruleName: null, rules })
        : ruleRuns.beginUndo({ ...job, work: of })
    expect(await begun).toBe(true)
    const [claimed] = await mailJobs.claim({ worker: id, now: Date.now(), leaseMs: 60_000, most: 1 })
    if (claimed === undefined) throw new Error('A job')
    let left = steps
    const isDone = makeWorkRules({ ruleRuns, spool, clock, mailStores })(lin, claimed, async (progress) => {
      left -= 1
      if (left < 0) await mailJobs.cancel(lin.id, id, Date.now())
      return mailJobs.note(id, id, progress)
    })
    const answer = await isDone
    await mailJobs.end(id, id, { state: 'done', reason: null, at: Date.now() })
    return answer
  }
  const store = mailStores.of(lin)
  const held = async (folder: string) => {
    const of = async (filter: 'all' | 'unread' | 'flagged') => (await pageOf(store, { folder, filter })).total
    return [await of('all'), await of('unread'), await of('flagged')]
  }
  return { work, held, store, changed: async () => (await ruleRuns.find(lin.id, 'rules'))?.changed }
}

it('a run of rules over a mail server files, marks and copies in steps, and Undo puts each message back', async () => {
  const { work, held, store, changed } = await mailbox(450)
  expect(await work({ kind: 'rules' })).toBe(true)
  expect([await held('inbox'), await held('archive')]).toEqual([
    [225, 225, 1],
    [225, 0, 225],
  ])
  expect([await held('junk'), await changed()]).toEqual([[1, 1, 1], 226])
  // One that its owner moves on stays there.
  const [first] = (await pageOf(store, { folder: 'archive', pageSize: 1 })).list
  await store.move([first?.id ?? ''], 'deleted')
  expect(await work({ kind: 'rulesUndo', runId: 'rules' })).toBe(true)
  expect([await held('inbox'), await held('deleted')]).toEqual([
    [449, 449, 0],
    [1, 0, 1],
  ])
  expect([await held('archive'), await held('junk'), await changed()]).toEqual([[0, 0, 0], [0, 0, 0], 0])
})

it('a run of rules over a mail server that is cancelled changes nothing more, and Undo has what it did', async () => {
  const { work, held, changed } = await mailbox(250)
  expect(await work({ kind: 'rules' }, 0)).toBe(false)
  const done = await changed()
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(126)
  expect((await held('archive'))[0]).toBe(done === undefined ? 0 : done - 1)
  expect(await work({ kind: 'rulesUndo', runId: 'rules' })).toBe(true)
  expect([await held('inbox'), await held('archive'), await held('junk')]).toEqual([
    [250, 250, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
})
