/** Work over a whole folder over Dovecot. */
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { FolderJob, FolderWork } from '../../server/core/mailJob'
import type { MailSearch } from '../../server/core/mailSearch'
import { workFoundJob } from '../../server/mail/jobs/workFoundJob'
import { workMailJob } from '../../server/mail/jobs/workMailJob'
import { openMimeReader } from '../../server/mime'
import type { Filter } from '../../src/contract/endpoints/mail/mail'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { fill } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

async function inbox(count: number) {
  place = await makeImapPlace(mime)
  const subjects = Array.from({ length: count }, (_, at) => ({ subject: `mail ${at}` }))
  await fill(place.user('lin'), 'INBOX', subjects)
  const store = place.store.of(owner('lin'))
  const total = async (folder: string, filter: Filter = 'all') => (await pageOf(store, { folder, filter })).total
  async function work(wanted: FolderWork, filter: Filter = 'all', search?: MailSearch) {
    const job: FolderJob = {
      id: 'j',
      accountId: 'lin',
      work: wanted,
      folder: 'inbox',
      filter,
      state: 'running',
      total: count,
      done: 0,
      position: 0,
      reason: null,
      createdAt: Date.now(),
    }
    const noted: number[] = []
    const note = async ({ done }: Pick<FolderJob, 'done'>) => noted.push(done) > 0
    const isDone =
      search === undefined ? workMailJob(store, job, { note }) : workFoundJob(store, { ...job, search }, { note })
    expect(await isDone).toBe(true)
    return noted.at(-1)
  }
  const workOn = (search: MailSearch, wanted: FolderWork) => work(wanted, 'all', search)
  return { total, work, workOn }
}

describe('a job over a mail server', () => {
  it('marks, unmarks and moves all that the inbox holds, in several steps', async () => {
    const { total, work } = await inbox(250)
    expect(await work({ kind: 'mark', mark: 'flagged' })).toBe(250)
    expect(await total('inbox', 'flagged')).toBe(250)
    expect(await work({ kind: 'mark', mark: 'seen' })).toBe(250)
    expect(await total('inbox', 'unread')).toBe(0)
    expect(await work({ kind: 'mark', mark: 'unflagged' })).toBe(250)
    expect(await work({ kind: 'move', target: 'deleted' })).toBe(250)
    expect([await total('inbox'), await total('deleted')]).toEqual([0, 250])
  })

  it('marks and moves all that a search finds, in several steps', async () => {
    const { total, workOn } = await inbox(250)
    const search = (keyword: string) => ({ keyword, location: 'subject', folder: null }) as const
    expect(await workOn(search('mail'), { kind: 'mark', mark: 'flagged' })).toBe(250)
    expect(await total('inbox', 'flagged')).toBe(250)
    const withOne = Array.from({ length: 250 }, (_, at) => at).filter((at) => String(at).includes('1')).length
    expect(await workOn(search('mail 1'), { kind: 'move', target: 'junk' })).toBe(withOne)
    expect([await total('inbox'), await total('junk')]).toEqual([250 - withOne, withOne])
  })
})
