/** The job that reads the files of a mail server's mailboxes, over a source as a server would be. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SessionEnded, StoreAway, WorkUnfinished } from '#server/core/refusal'
import { makeAttachmentIndex } from '#server/mail/attachments/attachmentIndex.sql'
import type { AttachmentIndex } from '#server/mail/attachments/attachmentIndex.store'
import type { MessageFileSource, MessageFiles, SourceFolder } from '#server/mail/attachments/fileSource.port'
import { makeFolderLooks } from '#server/mail/attachments/folderLooks'
import { makeIndexedAttachments, withIndexedArrivals } from '#server/mail/attachments/indexedAttachments'
import { makeWorkAttachmentIndex } from '#server/mail/attachments/workAttachmentIndex'
import { waitAfter } from '#server/mail/jobs/jobPatience'
import { makeMailJobStore } from '#server/mail/jobs/mailJobs.sql'
import { makeEmbeddedPlace } from '../../support/stores/embeddedSetup'
import { owner } from '../conformance/mail/mailbox'

/** A mailbox as a server has it: UIDs only grow. */
function makeMailbox(path: string, folder = path) {
  let uids: number[] = []
  let next = 1
  return {
    path,
    folder,
    uidValidity: '7',
    uids: () => uids,
    uidNext: () => next,
    add: (count: number) => {
      for (let at = 0; at < count; at += 1) uids.push(next++)
    },
    expunge: (...gone: readonly number[]) => {
      uids = uids.filter((uid) => !gone.includes(uid))
    },
  }
}
type Mailbox = ReturnType<typeof makeMailbox>

const messageOf = (path: string, uid: number): MessageFiles => ({
  ...{ uid, from: { name: '', address: 'w@example.cn' }, subject: '', receivedAt: uid },
  files: [{ part: '2', name: `${path} ${uid}.txt`, type: 'text/plain', size: 1, inline: false }],
})

function sourceOf(mailboxes: readonly Mailbox[], asked: string[]): MessageFileSource {
  const find = (path: string) => mailboxes.find((one) => one.path === path)
  return {
    folders: async () => ({
      counted: mailboxes.map(({ path, folder, uidValidity, uids, uidNext }): SourceFolder => {
        return { path, folder, uidValidity, messages: uids().length, uidNext: uidNext() }
      }),
      uncounted: [],
    }),
    hasFolder: async (_account, folder) => folder === 'archive',
    read: async (_account, { path }, { low, upto }, { most, newOnly, describes }) => {
      const uids = find(path)?.uids() ?? []
      const fresh = uids.filter((uid) => uid >= upto).slice(0, most)
      const chosen = fresh.length > 0 ? fresh : newOnly ? [] : uids.filter((uid) => uid < low).slice(-most)
      asked.push(`${path} ${chosen.length}`)
      const about = { exists: uids.length, held: uids.filter((uid) => uid >= low && uid < upto).length }
      const range = fresh.length > 0 ? { low, upto: (fresh.at(-1) ?? 0) + 1 } : { low: chosen[0] ?? low, upto }
      const messages = describes ? chosen.map((uid) => messageOf(path, uid)) : []
      return { ...about, ...range, count: chosen.length, messages }
    },
    present: async (_account, { path }, uids) => new Set(uids.filter((uid) => find(path)?.uids().includes(uid))),
    idOf: (_account, { path }, uid) => `${path}.${uid}`,
  }
}

let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
let index: AttachmentIndex
let time = 0
beforeEach(async () => {
  time = 1_000_000
  place = await makeEmbeddedPlace()
  index = makeAttachmentIndex(place.db())
})
afterEach(() => place.close())

const lin = owner('lin')
const clock = { now: () => time }
/** After it no look is new. */
const lookedMs = 5_000

function over(mailboxes: readonly Mailbox[], filesMost?: number) {
  const asked: string[] = []
  const noted: string[] = []
  let notesLeft = Number.POSITIVE_INFINITY
  const fileSource = sourceOf(mailboxes, asked)
  const job = makeWorkAttachmentIndex({
    attachmentIndex: index,
    fileSource,
    folderLooks: makeFolderLooks({ attachmentIndex: index, fileSource, clock }),
    clock,
    ...(filesMost === undefined ? {} : { filesMost }),
  })
  const work = () => {
    time += lookedMs
    return job(lin, async ({ done, total }) => {
      noted.push(`${done} of ${total}`)
      notesLeft -= 1
      return notesLeft >= 0
    })
  }
  const stopAfter = (notes: number) => {
    notesLeft = notes
  }
  return { asked, noted, fileSource, work, stopAfter }
}

const query = {
  after: '',
  most: 500,
  name: '',
  sender: '',
  kind: null,
  where: 'all',
  since: null,
  before: null,
} as const
const names = async () => (await index.page('lin', { ...query, size: null }))?.list.map(({ name }) => name)

describe('the index of attachments', () => {
  it('is filled in steps of 200 messages, in each folder the newest first, and says how far it is', async () => {
    const [inbox, old] = [makeMailbox('INBOX', 'inbox'), makeMailbox('Old')]
    inbox.add(450)
    old.add(10)
    const { asked, noted, work } = over([inbox, old])
    expect(await work()).toBe(true)
    expect(asked).toEqual(['INBOX 200', 'Old 10', 'INBOX 200', 'INBOX 50'])
    expect(noted).toEqual([0, 200, 210, 410, 460].map((done) => `${done} of 460`))
    expect(await index.count('lin')).toBe(460)
    expect((await names())?.slice(0, 2)).toEqual(['INBOX 450.txt', 'INBOX 449.txt'])
    expect(await work()).toBe(true)
    expect(asked).toHaveLength(4)
  })

  it('R18: gives the line back after 25 steps, and goes on where it was stopped', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(6_000)
    const { work, stopAfter } = over([inbox])
    await expect(work()).rejects.toBeInstanceOf(WorkUnfinished)
    expect(await index.count('lin')).toBe(5_000)
    stopAfter(2)
    expect(await work()).toBe(false)
    expect(await index.count('lin')).toBe(5_400)
    stopAfter(100)
    expect(await work()).toBe(true)
    expect(await index.count('lin')).toBe(6_000)
  })

  it('R18: of two gateways nothing is entered twice', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(900)
    const [one, other] = [over([inbox]), over([inbox])]
    expect(await Promise.all([one.work(), other.work()])).toEqual([true, true])
    expect(await index.count('lin')).toBe(900)
    expect(await index.standing('lin', 1_000_000)).toMatchObject({ total: 900, waiting: 0, isSettled: true })
  })

  it('keeps in step with what comes, goes and is renamed', async () => {
    const [inbox, old] = [makeMailbox('INBOX', 'inbox'), makeMailbox('Old')]
    inbox.add(3)
    old.add(2)
    await over([inbox, old]).work()
    inbox.add(2)
    inbox.expunge(1, 5)
    const { asked, work } = over([inbox, old])
    await work()
    expect(asked).toEqual(['INBOX 1', 'INBOX 0'])
    const left = ['INBOX 2.txt', 'INBOX 3.txt', 'INBOX 4.txt', 'Old 1.txt', 'Old 2.txt']
    expect((await names())?.toSorted()).toEqual(left)
    const renamed = { ...old, path: 'New' }
    await over([inbox, renamed]).work()
    expect((await names())?.filter((name) => name.startsWith('O') || name.startsWith('N'))).toEqual([
      'New 2.txt',
      'New 1.txt',
    ])
    await over([{ ...inbox, uidValidity: '8' }]).work()
    expect(await names()).toEqual(['INBOX 4.txt', 'INBOX 3.txt', 'INBOX 2.txt'])
    expect(await index.count('lin')).toBe(3)
  })

  it('S27: holds so many files of an account, and still those that come', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(900)
    await over([inbox], 300).work()
    expect(await index.count('lin')).toBe(300)
    expect(await index.standing('lin', 1_000_000)).toMatchObject({ waiting: 0, isSettled: true })
    inbox.add(1)
    await over([inbox], 300).work()
    expect((await names())?.[0]).toBe('INBOX 901.txt')
    expect(await index.count('lin')).toBe(300)
  })

  describe('where the server refuses a folder', () => {
    const minute = 60_000
    function refusing(...others: readonly Mailbox[]) {
      const [inbox, closed] = [makeMailbox('INBOX', 'inbox'), makeMailbox('Closed')]
      inbox.add(450)
      closed.add(5)
      const { fileSource } = over([inbox, closed, ...others])
      let now = clock.now()
      let { folders, read, present } = fileSource
      const source: MessageFileSource = {
        ...fileSource,
        folders: (account) => folders(account),
        read: (account, folder, ...rest) =>
          (folder.path === 'INBOX' ? fileSource.read : read)(account, folder, ...rest),
        present: (account, folder, uids) => present(account, folder, uids),
      }
      const known = { attachmentIndex: index, fileSource: source, clock: { now: () => now } }
      const deps = { ...known, folderLooks: makeFolderLooks(known), peaceMs: 0 }
      /** Answers in how many milliseconds it is due again. */
      const work = async () => {
        now += lookedMs
        try {
          return await makeWorkAttachmentIndex(deps)(lin, async () => true)
        } catch (error) {
          if (!(error instanceof WorkUnfinished)) throw error
          return waitAfter(error, { work: { kind: 'attachments' }, createdAt: now }, now)
        }
      }
      const turn = async () => {
        while ((await work()) === 1_000);
      }
      return {
        ...{ fileSource, work, turn, closed },
        refusals: async () => (await index.unsettled('lin', now + minute)).map((folder) => folder.refusals),
        standing: () => index.standing('lin', now),
        isShown: async () => (await names())?.includes('Closed 5.txt'),
        pass: (minutes: number) => {
          now += minutes * minute
        },
        looks: (next: MessageFileSource['folders']) => {
          folders = next
        },
        reads: (next: MessageFileSource['read']) => {
          read = next
        },
        presents: (next: MessageFileSource['present']) => {
          present = next
        },
      }
    }

    it('the others are read, and it is asked for again until it opens', async () => {
      const { work, standing, isShown, pass, reads, fileSource } = refusing()
      let asked = 0
      reads(async () => {
        asked += 1
        return null
      })
      expect(await work()).toBe(minute)
      expect(await standing()).toMatchObject({ total: 455, waiting: 5, isSettled: true })
      expect([await work(), asked]).toEqual([minute - lookedMs, 1])
      pass(1)
      expect((await standing()).isSettled).toBe(false)
      await work()
      expect(await standing()).toMatchObject({ total: 455, waiting: 0, isSettled: true })
      pass(10)
      await work()
      pass(60)
      reads(fileSource.read)
      expect([await work(), asked, await isShown()]).toEqual([true, 3, true])
      expect(await standing()).toMatchObject({ total: 455, waiting: 0, isSettled: true })
    })

    it('what was expunged is looked for again', async () => {
      const { work, pass, isShown, closed, presents, fileSource } = refusing()
      await work()
      closed.expunge(5)
      presents(async () => null)
      await work()
      expect(await isShown()).toBe(true)
      presents(fileSource.present)
      pass(1)
      await work()
      expect(await isShown()).toBe(false)
    })

    it('two that break the connection stop no other, and a server that is away is the fault of none', async () => {
      const other = makeMailbox('Other')
      other.add(3)
      const { fileSource, work, standing, refusals, looks, reads, pass } = refusing(other)
      const broken = async () => Promise.reject(new StoreAway('broken'))
      reads(broken)
      expect(await work()).toBe(minute)
      expect([await index.count('lin'), await standing()]).toMatchObject([450, { waiting: 8, isSettled: true }])
      pass(1)
      reads(async () => {
        looks(broken)
        return broken()
      })
      await expect(work()).rejects.toBeInstanceOf(StoreAway)
      expect(await refusals()).toEqual([1, 1])
      looks(fileSource.folders)
      reads(fileSource.read)
      expect([await work(), await index.count('lin')]).toEqual([lookedMs, 453])
      expect([await work(), await index.count('lin')]).toEqual([true, 458])
    })

    it('one after which the server seems to be away stops the others once', async () => {
      const { fileSource, work, looks, reads } = refusing()
      reads(async () => {
        looks(async () => Promise.reject(new StoreAway('silent')))
        throw new StoreAway('broken')
      })
      await expect(work()).rejects.toBeInstanceOf(StoreAway)
      looks(fileSource.folders)
      expect([await work(), await index.count('lin')]).toEqual([lookedMs, 450])
    })

    it('a message that breaks the connection is asked for alone, and passed over at the fourth time', async () => {
      const { fileSource, work, standing, reads, pass } = refusing()
      const asked: string[] = []
      reads(async (account, folder, range, wish) => {
        const read = await fileSource.read(account, folder, range, wish)
        asked.push(`${read?.count}${wish.describes ? '' : ' passed over'}`)
        if (wish.describes && read?.messages.some(({ uid }) => uid === 4)) throw new StoreAway('broken')
        return read
      })
      for (const minutes of [0, 1, 10, 60]) {
        pass(minutes)
        await work()
      }
      expect(asked).toEqual(['5', '1', '1', '1', '1', '1 passed over', '3'])
      expect(await standing()).toMatchObject({ total: 455, waiting: 0 })
      expect(await names()).not.toContain('Closed 4.txt')
      expect(await index.count('lin')).toBe(454)
    })

    it('all before a message that breaks the connection are read in one go', async () => {
      const { fileSource, turn, closed, reads, pass } = refusing()
      closed.add(495)
      reads(async (account, folder, range, wish) => {
        const read = await fileSource.read(account, folder, range, wish)
        if (wish.describes && read?.messages.some(({ uid }) => uid === 192)) throw new StoreAway('broken')
        return read
      })
      const counts: number[] = []
      for (const minutes of [0, 1, 10, 60]) {
        pass(minutes)
        await turn()
        counts.push((await index.count('lin')) - 450)
      }
      expect(counts).toEqual([200, 308, 308, 499])
    })

    it('after a connection that broke by itself no more than one step is read alone', async () => {
      const { fileSource, turn, closed, reads, pass } = refusing()
      closed.add(495)
      const asked: number[] = []
      reads(async (account, folder, range, wish) => {
        asked.push(wish.most)
        if (asked.length === 1) throw new StoreAway('broken')
        return fileSource.read(account, folder, range, wish)
      })
      await turn()
      pass(1)
      await turn()
      expect(asked).toEqual([200, ...Array.from({ length: 200 }, () => 1), 200, 200])
    })
  })

  it('shows a folder that came back before its files were cleared', async () => {
    const [inbox, old] = [makeMailbox('INBOX', 'inbox'), makeMailbox('Old')]
    old.add(2)
    await over([inbox, old]).work()
    await index.look('lin', { counted: [], uncounted: ['INBOX'] }, clock.now())
    await over([inbox, old]).work()
    expect(await names()).toEqual(['Old 2.txt', 'Old 1.txt'])
  })

  it('asks between two pieces of what may be expunged whether it goes on, and loses nothing where not', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(2_500)
    const { noted, work, stopAfter } = over([inbox])
    await work()
    inbox.expunge(1, 1_500, 2_500)
    const before = noted.length
    stopAfter(2)
    expect(await work()).toBe(false)
    expect([noted.length - before, await index.count('lin')]).toEqual([3, 2_498])
    stopAfter(100)
    expect(await work()).toBe(true)
    expect([await index.count('lin'), (await index.standing('lin', time)).waiting]).toEqual([2_497, 0])
  })

  it('S27: removes what was expunged where there are more files than are held', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(900)
    const { work, stopAfter } = over([inbox], 200)
    stopAfter(1)
    expect(await work()).toBe(false)
    inbox.expunge(900)
    stopAfter(100)
    await work()
    expect((await names())?.[0]).toBe('INBOX 899.txt')
  })
})

describe('the list over a mail server', () => {
  function listOver(mailboxes: readonly Mailbox[]) {
    const { fileSource, work } = over(mailboxes)
    const mailJobs = makeMailJobStore(place.db())
    let woken = 0
    const wakeJobs = () => {
      woken += 1
    }
    let now = 0
    const known = { attachmentIndex: index, fileSource, clock: { now: () => now } }
    const deps = { ...known, folderLooks: makeFolderLooks(known), mailJobs, wakeJobs }
    const jobs = () => mailJobs.ofAccount('lin', 0)
    return {
      ...{ deps, work, jobs, fileSource },
      page: (wanted: Partial<Parameters<ReturnType<typeof makeIndexedAttachments>['page']>[1]> = {}, changed = {}) =>
        makeIndexedAttachments({ ...deps, ...changed }).page(lin, { ...query, size: null, ...wanted }),
      lookingWith: (folders: MessageFileSource['folders']) => {
        const source = { ...fileSource, folders }
        return { ...deps, fileSource: source, folderLooks: makeFolderLooks({ ...known, fileSource: source }) }
      },
      woken: () => woken,
      pass: (ms: number) => {
        now += ms
      },
    }
  }

  it('says how far it is and begins one job, however often it is asked for', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(3)
    const { page, work, jobs, woken, pass } = listOver([inbox])
    expect(await page()).toEqual({ list: [], next: null, waiting: 3, total: 3 })
    await page()
    expect([(await jobs()).map(({ work: { kind } }) => kind), woken()]).toEqual([['attachments'], 2])
    await work()
    const done = await page({ most: 1 })
    expect(done).toMatchObject({ waiting: 0, total: 3, list: [{ mailId: 'INBOX.3', name: 'INBOX 3.txt' }] })
    expect((await page({ after: done?.next ?? '' }))?.list).toHaveLength(2)
    expect(woken()).toBe(2)
    inbox.add(1)
    expect(await page()).toMatchObject({ waiting: 0 })
    pass(5_000)
    expect(await page()).toMatchObject({ waiting: 1, total: 4 })
    expect(woken()).toBe(3)
  })

  it('shows what is known while the server is away, and says so where nothing is', async () => {
    const { page, work, pass, lookingWith } = listOver([makeMailbox('INBOX', 'inbox')])
    const away = lookingWith(async () => Promise.reject(new StoreAway('away')))
    await expect(page({}, away)).rejects.toBeInstanceOf(StoreAway)
    await work()
    pass(60_000)
    expect(await page({}, away)).toMatchObject({ list: [], total: 0 })
    expect(await page({}, away)).toMatchObject({ list: [], total: 0 })
    await expect(makeWorkAttachmentIndex(away)(lin, async () => true)).rejects.toBeInstanceOf(StoreAway)
  })

  it('hands on no session that ended to the person’s next one', async () => {
    const { fileSource, work, pass, lookingWith } = listOver([makeMailbox('INBOX', 'inbox')])
    await work()
    pass(60_000)
    let isEnded = true
    const deps = lookingWith(async (account) => {
      if (isEnded) throw new SessionEnded()
      return fileSource.folders(account)
    })
    const page = () => makeIndexedAttachments(deps).page(lin, { ...query, size: null })
    await expect(page()).rejects.toBeInstanceOf(SessionEnded)
    isEnded = false
    expect(await page()).toMatchObject({ list: [], total: 0 })
  })

  it('asks a server that hung again five seconds later', async () => {
    const { fileSource, pass, lookingWith } = listOver([makeMailbox('INBOX', 'inbox')])
    let looks = 0
    const deps = lookingWith(async (account) => {
      looks += 1
      if (looks > 1) return fileSource.folders(account)
      pass(60_000)
      throw new StoreAway('silent')
    })
    const job = () => makeWorkAttachmentIndex(deps)(lin, async () => true)
    await index.look('lin', { counted: [], uncounted: [] }, 1)
    pass(lookedMs + 1)
    await expect(job()).rejects.toBeInstanceOf(StoreAway)
    pass(4_999)
    await expect(job()).rejects.toBeInstanceOf(StoreAway)
    pass(1)
    expect([await job(), looks]).toEqual([true, 2])
  })

  it('shares its look with the job, which looks anew only where a folder was cleared', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    inbox.add(6_000)
    const { fileSource, pass, lookingWith } = listOver([inbox])
    let looks = 0
    const deps = lookingWith(async (account) => {
      looks += 1
      return fileSource.folders(account)
    })
    const job = () => makeWorkAttachmentIndex(deps)(lin, async () => true)
    const list = makeIndexedAttachments(deps)
    await list.page(lin, { ...query, size: null })
    await expect(job()).rejects.toBeInstanceOf(WorkUnfinished)
    expect([await job(), looks]).toEqual([true, 1])
    pass(lookedMs)
    await index.look('lin', { counted: [], uncounted: [] }, lookedMs)
    await expect(job()).rejects.toBeInstanceOf(WorkUnfinished)
    expect([looks, await index.count('lin')]).toEqual([2, 5_000])
  })

  it('waits for no slow look where something is known, looks once at a time, and the slower the more seldom', async () => {
    const inbox = makeMailbox('INBOX', 'inbox')
    const { fileSource, work, jobs, pass, lookingWith } = listOver([inbox])
    await work()
    let [looks, letGo] = [0, (): void => undefined]
    const folders: MessageFileSource['folders'] = async (account) => {
      looks += 1
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
      return fileSource.folders(account)
    }
    const list = makeIndexedAttachments(lookingWith(folders))
    const page = () => list.page(lin, { ...query, size: null })
    pass(2_000_000)
    inbox.add(1)
    expect(await Promise.all([page(), page()])).toMatchObject([{ total: 0 }, { total: 0 }])
    expect([looks, await jobs()]).toEqual([1, []])
    pass(4_000)
    letGo()
    await expect.poll(async () => (await jobs()).length).toBe(1)
    expect(await page()).toMatchObject({ total: 1, waiting: 1 })
    pass(39_999)
    await page()
    expect(looks).toBe(1)
    pass(1)
    await page()
    expect(looks).toBe(2)
    letGo()
  })

  it('is noted as asked for once a day, and by no arrival', async () => {
    const { page, pass } = listOver([makeMailbox('INBOX', 'inbox')])
    const askedAt = async () => (await index.standing('lin', 0)).askedAt
    const day = 24 * 60 * 60_000
    const asked: number[] = []
    for (const ms of [0, day - 1, 1]) {
      pass(ms)
      await page()
      asked.push(await askedAt())
    }
    expect(asked).toEqual([0, 0, day])
    await index.look('lin', { counted: [], uncounted: [] }, 9 * day)
    expect(await askedAt()).toBe(day)
  })

  it('tells a folder that is not there from one that is empty', async () => {
    const { page } = listOver([makeMailbox('INBOX', 'inbox')])
    expect(await page({ where: { folder: 'archive' } })).toMatchObject({ list: [], next: null })
    expect(await page({ where: { folder: 'none' } })).toBeNull()
  })

  describe('when a message arrives', () => {
    async function watched(list: ReturnType<typeof listOver>, deps = list.deps) {
      let arrive = () => {}
      let told = 0
      const watch = withIndexedArrivals(
        {
          watch: async (_account, { onArrival }) => {
            arrive = onArrival
            return () => undefined
          },
        },
        deps,
      )
      const onArrival = () => {
        told += 1
      }
      await watch.watch(lin, { onArrival, onEnd: () => undefined })
      return { arrive: () => arrive(), told: () => told }
    }

    it('is read on, where it was asked for before', async () => {
      const list = listOver([makeMailbox('INBOX', 'inbox')])
      const { arrive, told } = await watched(list)
      arrive()
      await expect.poll(told).toBe(1)
      expect(await list.jobs()).toEqual([])
      await list.page()
      arrive()
      await expect.poll(async () => (await list.jobs()).length).toBe(1)
      expect(told()).toBe(2)
    })

    it('is read on as soon as a look is due, of two that come within three seconds and one during the look', async () => {
      const inbox = makeMailbox('INBOX', 'inbox')
      const list = listOver([inbox])
      let duringLook = () => {}
      const deps = list.lookingWith(async (account) => {
        const found = await list.fileSource.folders(account)
        duringLook()
        return found
      })
      const isStale = async () => ((await index.standing('lin', 0)).lookedAt ?? 0) < 0
      const { arrive } = await watched(list, deps)
      const arriveOne = async () => {
        inbox.add(1)
        arrive()
        await expect.poll(isStale).toBe(true)
      }
      const job = () => makeWorkAttachmentIndex(deps)(lin, async () => true)
      list.pass(1_000_000)
      await list.page({}, deps)
      list.pass(lookedMs)
      await arriveOne()
      expect([await job(), await index.count('lin')]).toEqual([true, 1])
      list.pass(3_000)
      await arriveOne()
      await expect(job()).rejects.toMatchObject({ dueAt: 1_013_000 })
      list.pass(lookedMs)
      expect([await job(), await index.count('lin')]).toEqual([true, 2])
      list.pass(lookedMs)
      await arriveOne()
      duringLook = () => {
        duringLook = () => undefined
        list.pass(1)
        inbox.add(1)
        arrive()
        list.pass(1)
      }
      await expect(job()).rejects.toBeInstanceOf(WorkUnfinished)
      list.pass(lookedMs)
      expect([await job(), await index.count('lin')]).toEqual([true, 4])
    })
  })
})
