/** What a person does in a full mailbox, each beside the one IMAP command that tells the same. */
import * as v from 'valibot'
import type { Call } from './callHouse'
import { commonBody, landmarks, rareBody, rareSubject } from './mailFiller'
import type { RawImap } from './rawImap'
import { type Compared, spreadOf } from './sideBySide'

const pageSize = 50
const marked = 500
/** What a list shows, as a plain client would ask for it. */
export const row = '(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE)'
const listed = v.object({ list: v.array(v.object({ id: v.string() })), total: v.number() })
const searched = v.object({ ...listed.entries, goesOn: v.optional(v.boolean()) })

export type FullMailbox = {
  readonly call: Call
  /** Signed in as the same person. */
  readonly raw: RawImap
  readonly mails: number
}

export async function benchMailbox(box: FullMailbox): Promise<readonly Compared[]> {
  const { raw, mails } = box
  await raw.ask('SELECT INBOX')
  // Whoever has lived with a mailbox has its envelopes in the server's cache: this reads every mail once.
  await raw.ask(`FETCH 1:* ${row}`)
  await raw.ask('FETCH 1:* (BODY.PEEK[HEADER.FIELDS (From Sender To Cc Subject Date X-Priority Importance Priority)])')
  await pageOf(box, 1)
  return [
    ...(await benchPages(box)),
    ...(await benchMails(box)),
    ...(await benchWatching(box)),
    ...(await benchSearch(box, mails > 10_000 ? 1 : 3)),
  ]
}

const pageOf = async ({ call }: FullMailbox, page: number) => {
  const form = { folder: 'inbox', page: String(page), pageSize: String(pageSize) }
  return v.parse(listed, await call('POST', 'query/queryfolder2.action', form)).list.map(({ id }) => id)
}

async function benchPages(box: FullMailbox): Promise<readonly Compared[]> {
  const { raw, mails } = box
  const rawPage = (page: number) => () =>
    raw.ask(`FETCH ${mails - page * pageSize + 1}:${mails - (page - 1) * pageSize} ${row}`)
  const budget = mails > 10_000 ? 40 : 25
  let unseen = 110
  let counting: Promise<unknown> = Promise.resolve()
  const others = async () => {
    for (let page = 10; page < 18; page += 1) await pageOf(box, page)
  }
  return [
    // What is remembered of rows is as much as seven pages: after eight others the first one is new again.
    { name: 'first page, nothing known', budget, ...(await spreadOf(() => pageOf(box, 1), rawPage(1), 15, others)) },
    {
      name: 'first page while folders are counted',
      budget: null,
      ...(await spreadOf(
        () => pageOf(box, 1),
        null,
        9,
        async () => {
          await counting
          await others()
          counting = box.call('GET', 'query/folderinfo.action')
        },
      )),
    },
    { name: 'first page again', budget, ...(await spreadOf(() => pageOf(box, 1), rawPage(1))) },
    { name: 'page 100', budget, ...(await spreadOf(() => pageOf(box, 100), rawPage(100), 15, others)) },
    {
      name: 'a page that nobody has seen',
      budget: null,
      ...(await spreadOf(
        () => pageOf(box, ++unseen),
        () => rawPage(unseen)(),
      )),
    },
  ]
}

async function benchMails(box: FullMailbox): Promise<readonly Compared[]> {
  const { call, raw, mails } = box
  const ids = [...(await pageOf(box, 1))]
  const open = (id = '') => call('POST', 'readmail/showMail.action', { id })
  // Mails were laid down in one go: their UIDs are their places.
  const rawOpen = (place: number) => () => raw.ask(`UID FETCH ${mails - place + 1} (FLAGS BODY.PEEK[])`)
  const many: string[] = []
  for (let page = 20; many.length < marked; page += 1) many.push(...(await pageOf(box, page)))
  const uids = `${mails - 1_900 - marked + 1}:${mails - 1_900}`
  let [turn, rawTurn] = [0, 0]
  const mark = async () => {
    turn += 1
    const { changed } = await call('POST', 'manage/mark2', { ids: many, mark: turn % 2 === 0 ? 'seen' : 'unseen' })
    if (Number(changed) < marked / 2) throw new Error(`${changed} of ${marked} mails are marked`)
  }
  const rawMark = () => {
    rawTurn += 1
    return raw.ask(`UID STORE ${uids} ${rawTurn % 2 === 0 ? '-' : '+'}FLAGS.SILENT ($Forwarded)`)
  }
  const { plain, largeFile } = landmarks
  return [
    { name: 'open a mail of 2 KB', budget: null, ...(await spreadOf(() => open(ids[plain - 1]), rawOpen(plain))) },
    {
      name: 'open a mail with a file of 1 MB',
      budget: null,
      ...(await spreadOf(() => open(ids[largeFile - 1]), rawOpen(largeFile), 11)),
    },
    { name: 'mark 500', budget: null, ...(await spreadOf(mark, rawMark, 11)) },
  ]
}

async function benchWatching({ call, raw, mails }: FullMailbox): Promise<readonly Compared[]> {
  const counts = 'RETURN (STATUS (MESSAGES UNSEEN SIZE))'
  return [
    {
      name: 'folders with counts and the flag view',
      budget: null,
      ...(await spreadOf(
        () => call('GET', 'query/folderinfo.action'),
        () => raw.ask(`LIST "" "*" ${counts}`),
      )),
    },
    {
      name: 'quota',
      budget: null,
      ...(await spreadOf(
        () => call('POST', 'main/getQuotaMessages'),
        () => raw.ask('GETQUOTAROOT INBOX'),
      )),
    },
    {
      name: 'poll for arrivals',
      budget: null,
      ...(await spreadOf(
        () => call('GET', 'query/timingQueryMail.action'),
        () => raw.ask(`UID FETCH ${mails + 1}:* (FLAGS)`),
      )),
    },
  ]
}

async function benchSearch({ call, raw }: FullMailbox, times: number): Promise<readonly Compared[]> {
  // A question that follows another one begins anew; what the other one still looks through is not counted here.
  const another = async () => {
    for (let goesOn = true; goesOn; ) goesOn = (await ask('nothing-like-it', 'from')).goesOn === true
  }
  const ask = async (keyword: string, location: string) =>
    v.parse(searched, await call('POST', 'query/search2.action', { keyword, location, folder: 'inbox' }))
  const first = (keyword: string, location: string, least: number) => async () => {
    const { list, goesOn } = await ask(keyword, location)
    if (list.length < least) throw new Error(`${keyword} is not found ${goesOn === true ? 'at once' : 'at all'}`)
  }
  const whole = (keyword: string, location: string) => async () => {
    for (;;) {
      const { goesOn, total } = await ask(keyword, location)
      if (goesOn === true) continue
      if (total < 12) throw new Error(`${total} of 12 mails are found`)
      return
    }
  }
  const rawFind = (key: string, word: string) => () => raw.ask(`UID SEARCH RETURN (ALL) ${key} ${word}`)
  return [
    {
      name: 'search in subjects, first answer',
      budget: 300,
      ...(await spreadOf(() => ask(rareSubject, 'subject'), null, 5, another)),
    },
    {
      name: 'search in subjects, all',
      budget: null,
      ...(await spreadOf(whole(rareSubject, 'subject'), rawFind('SUBJECT', rareSubject), 5, another)),
    },
    {
      name: 'search in bodies, first hits',
      budget: 300,
      ...(await spreadOf(first(commonBody, 'body', 1), null, 5, another)),
    },
    {
      name: 'search in bodies for a rare word, first answer',
      budget: 300,
      ...(await spreadOf(() => ask(rareBody, 'body'), null, 5, another)),
    },
    {
      name: 'search in bodies, all',
      budget: null,
      ...(await spreadOf(whole(rareBody, 'body'), rawFind('BODY', rareBody), times, another)),
    },
  ]
}
