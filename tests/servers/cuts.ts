/** The line to the servers is cut at bytes drawn from a seed, while a person reads, searches, saves and sends; what comes of it is judged. */
import { queryFolder, search } from '../../src/contract/endpoints/mail/mail'
import { showMail } from '../../src/contract/endpoints/mail/reading'
import { saveDraft, sendMail, sendStatus } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway, Failure } from '../../src/lib/http/outcome'
import { type FaultProxy, openFaultProxy } from '../support/connections/faultProxy'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'
import { fill, subjectsIn } from './mailbox'
import { openProduct } from './product'

/** Codes whose message tells a person what to do; anything else is a bug that shows. */
const clearCodes: readonly string[] = ['storeAway', 'operationFailed', 'serverCannot', 'unreachable']
/** So soon after the fault all must work again. */
const recoveryMs = 10_000
const mails = 30
/** Numbers of as many digits, of which none lies within another. */
const firstNumber = 100

const textOf = (number: number) => `This is the text of mail ${number}. ${`${number} `.repeat(number * 10)}`

type Desk = {
  readonly call: CallGateway
  readonly imap: FaultProxy
  readonly smtp: FaultProxy
  readonly lin: LabUser
  readonly wang: LabUser
}

/** Throws where an answer is wrong; answers the failure where the fault was told of, and null where all went well. */
type Work = (desk: Desk, round: number) => Promise<Failure | null>

function wrong(what: string): never {
  throw new Error(what)
}

const read: Work = async ({ call, imap, lin }) => {
  const listed = await call(queryFolder, { folder: 'inbox' })
  if (!listed.ok) return listed
  // A send of which nobody knows whether it arrived puts a word of that into the inbox.
  const truth = (await subjectsIn(lin, 'INBOX')).toReversed().join()
  const shown = listed.value.list.map(({ subject }) => subject).join()
  if (shown !== truth) wrong(`the list shows ${shown} where there is ${truth}`)
  const rows = listed.value.list.filter(({ subject }) => subject.startsWith('Subject'))
  const row = rows[imap.random(rows.length)] ?? wrong('the list is empty')
  const opened = await call(showMail, { id: row.id })
  if (!opened.ok) return opened
  const { subject, text = '', html = '' } = opened.value.mail
  const number = Number(subject.split(' ')[1])
  if (subject !== row.subject) wrong(`${row.subject} opened ${subject}`)
  if (!`${text}${html}`.includes(`This is the text of mail ${number}.`)) wrong(`${subject} has another's text`)
  return null
}

const look: Work = async ({ call, imap }) => {
  const number = firstNumber + imap.random(mails)
  const ask = () => call(search, { keyword: `Subject ${number} of`, location: 'subject' })
  let found = await ask()
  // What the server has not answered in a moment goes on behind, and is told to whoever asks again.
  while (found.ok && found.value.goesOn === true) found = await ask()
  if (!found.ok) return found
  const subjects = found.value.list.map(({ subject }) => subject)
  if (subjects.join() !== `Subject ${number} of many`) wrong(`searching for ${number} found ${subjects.join()}`)
  return null
}

const save: Work = async ({ call }, round) => {
  const saved = await call(saveDraft, { to: [], subject: `Draft ${round}`, html: `<p>${textOf(firstNumber)}</p>` })
  if (!saved.ok) return saved
  const opened = await call(showMail, { id: saved.value.id })
  if (!opened.ok) return opened
  return opened.value.mail.subject === `Draft ${round}` ? null : wrong(`the draft is ${opened.value.mail.subject}`)
}

const send: Work = async ({ call, lin, wang }, round) => {
  const subject = `Sent ${round}`
  const form = { to: [wang.address], subject, html: `<p>${textOf(firstNumber)}</p>`, idempotencyKey: subject }
  const sent = await call(sendMail, form)
  if (!sent.ok) return sent
  const until = Date.now() + recoveryMs * 2
  for (;;) {
    const status = await call(sendStatus, { id: sent.value.id })
    const state = status.ok ? status.value.recipients[0]?.state : undefined
    const arrived = (await subjectsIn(wang, 'INBOX')).filter((it) => it === subject).length
    const kept = (await subjectsIn(lin, 'Sent')).filter((it) => it === subject).length
    if (arrived > 1 || kept > 1) wrong(`${subject} arrived ${arrived} times and is kept ${kept} times`)
    if (state === 'failed') wrong(`${subject} failed, though the server is there`)
    // Cut between the last byte and the answer, nobody can know; then the person is told so.
    if ((arrived === 1 && kept === 1 && state === 'sent') || state === 'unconfirmed') return null
    if (Date.now() > until) wrong(`${subject} is ${state}, arrived ${arrived} times and is kept ${kept} times`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const kinds = [
  { name: 'FETCH', line: 'imap', command: /^\S+ (UID )?FETCH/i, direction: 'fromServer', most: 6_000, work: read },
  { name: 'SEARCH', line: 'imap', command: /^\S+ (UID )?SEARCH/i, direction: 'fromServer', most: 120, work: look },
  { name: 'APPEND', line: 'imap', command: /^\S+ APPEND/i, direction: 'fromClient', most: 2_500, work: save },
  { name: 'DATA', line: 'smtp', command: /^DATA/i, direction: 'fromClient', most: 3_500, work: send },
] as const

export type CutReport = { readonly strikes: number; readonly told: number; readonly faults: readonly string[] }

/** Cuts so often, in turn during each command; the same seed cuts at the same bytes. */
export async function cutAtRandom({ seed, rounds }: { readonly seed: number; readonly rounds: number }) {
  const { imapPort, smtpPort } = labEnv()
  const imap = await openFaultProxy({ to: imapPort, seed })
  const smtp = await openFaultProxy({ to: smtpPort, seed })
  const product = await openProduct({ over: { imapPort: imap.port, smtpPort: smtp.port } })
  const faults: string[] = []
  let told = 0
  try {
    const [lin, wang] = [await addLabUser('lin'), await addLabUser('wang')]
    const numbers = Array.from({ length: mails }, (_, index) => firstNumber + index)
    await fill(
      lin,
      'INBOX',
      numbers.map((number) => ({ subject: `Subject ${number} of many`, text: textOf(number) })),
    )
    const desk: Desk = { call: await product.signIn(lin), imap, smtp, lin, wang }
    for (let round = 0; round < rounds; round += 1) {
      const kind = kinds[round % kinds.length] ?? kinds[0]
      const bytes = imap.random(kind.most)
      const { command, direction } = kind
      await desk[kind.line].inflict({ kind: 'cutAfter', command, direction, bytes })
      const name = `seed ${seed}, round ${round}, ${kind.name} cut after ${bytes} bytes`
      try {
        const failure = await kind.work(desk, round)
        if (failure) told += 1
        if (failure && !clearCodes.includes(failure.code)) faults.push(`${name}: ${failure.code}`)
        await desk[kind.line].heal()
        await recover(kind.work, desk, round)
      } catch (error) {
        faults.push(`${name}: ${error instanceof Error ? error.message : error}`)
      }
    }
    return { strikes: imap.strikes() + smtp.strikes(), told, faults } satisfies CutReport
  } finally {
    await product.close()
    await imap.close()
    await smtp.close()
  }
}

/** The same again, until it works; throws where that takes too long. */
async function recover(work: Work, desk: Desk, round: number): Promise<void> {
  const until = Date.now() + recoveryMs
  for (;;) {
    const failure = await work(desk, round)
    if (failure === null) return
    if (Date.now() > until) wrong(`still ${failure.code} ${recoveryMs} ms after the fault`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
