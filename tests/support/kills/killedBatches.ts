/**
 * Batches of sends by a gateway whose whole process group is killed at random moments. Who got no answer asks again with the same key, as
 * the app does; afterwards every recipient, every Sent folder and every notice is counted (docs/threats.md, R1 and R2).
 */
import { setTimeout } from 'node:timers/promises'
import { queryFolder } from '#contract/endpoints/mail/mail'
import { showMail } from '#contract/endpoints/mail/reading'
import { sendMail, sendStatus } from '#contract/endpoints/sending/sending'
import { login } from '#contract/endpoints/session/session'
import type { MailSummary } from '#contract/shapes'
import { createClient } from '#src/lib/http/createClient'
import type { CallGateway } from '#src/lib/http/outcome'
import type { SmtpSink } from '../connections/smtpSink'
import type { GatewayProcess } from '../gateway/gatewayProcess'
import { seededRandom } from '../seededRandom'

export type Person = { readonly address: string; readonly password: string }

/** A gateway over some mail store, with people who have mailboxes, and a sink that takes the mail for outside. */
export type SendingWorld = {
  readonly gateway: GatewayProcess
  readonly sink: SmtpSink
  readonly senders: readonly Person[]
  /** Two people with mailboxes of this domain. */
  readonly locals: readonly [Person, Person]
  readonly close: () => Promise<void>
}

/** Each sender's sends stay below what a free account may send in a day. */
export const sendsOfOne = 150

export type BatchReport = {
  readonly sends: number
  readonly kills: number
  /** Sends that were answered before their batch's kill. */
  readonly answered: number
  /** Recipients of whom the sender was told that nobody knows, and how many of those have it all the same. */
  readonly unconfirmed: number
  readonly arrivedAllTheSame: number
  /** The longest start after a kill, in milliseconds. */
  readonly slowestStart: number
  /** What must not be: each with the send's subject. */
  readonly faults: readonly string[]
}

type Send = {
  readonly subject: string
  readonly sender: number
  readonly to: readonly string[]
  readonly separate: boolean
  id: string | null
}

const outside = ['anna@elsewhere.example', 'otto@elsewhere.example'] as const
const mostAtOnce = 8
/** Milliseconds after a batch's begin within which its gateway dies. */
const killedWithin = 260
const settledWithin = 240_000

/** Sends `count` messages; `progress` hears how many are through. */
export async function sendInKilledBatches(
  world: SendingWorld,
  { count, seed }: { readonly count: number; readonly seed: number },
  progress: (done: number, kills: number) => void = () => undefined,
): Promise<BatchReport> {
  const { gateway, senders, locals } = world
  const below = seededRandom(seed)
  const faults: string[] = []
  const calls = await Promise.all(senders.map((person) => signedIn(gateway.url, person)))
  const [wang, bea] = [locals[0].address, locals[1].address]
  const kinds = [
    { to: [wang], separate: false },
    { to: [outside[0]], separate: false },
    { to: [wang, bea, outside[0]], separate: false },
    { to: [...outside], separate: false },
    { to: [...outside], separate: true },
  ]
  const sends: Send[] = Array.from({ length: count }, (_, at) => {
    const kind = kinds[below(kinds.length)] ?? { to: [wang], separate: false }
    return { ...kind, subject: `send ${seed} ${at}`, sender: Math.floor(at / sendsOfOne), id: null }
  })
  const ask = async (send: Send): Promise<boolean> => {
    const { subject, to, separate } = send
    const form = {
      to: [...to],
      subject,
      html: `<p>${subject}</p>`,
      attachmentIds: [],
      separate,
      idempotencyKey: subject,
    }
    const outcome = await callOf(calls, send)(sendMail, form)
    if (!outcome.ok) {
      if (outcome.code !== 'unreachable' && outcome.code !== 'storeAway') faults.push(`${subject}: ${outcome.code}`)
      return false
    }
    if (send.id !== null && send.id !== outcome.value.id) faults.push(`${subject}: two ids for one key`)
    send.id = outcome.value.id
    return true
  }

  let [done, kills, answered, slowestStart] = [0, 0, 0, 0]
  while (done < count) {
    const batch = sends.slice(done, done + 1 + below(mostAtOnce))
    const answers = Promise.all(batch.map(ask))
    await setTimeout(below(killedWithin))
    await gateway.kill()
    kills += 1
    answered += (await answers).filter((isAnswered) => isAnswered).length
    const began = performance.now()
    await gateway.start()
    slowestStart = Math.max(slowestStart, performance.now() - began)
    // Some ask again though they had their answer: a second tab, or an answer that was lost on its way.
    for (const send of batch) if (send.id === null || below(3) === 0) await untilAnswered(() => ask(send))
    done += batch.length
    progress(done, kills)
  }

  const states = await settled(calls, sends)
  const expected = sends.reduce((sum, { to }) => sum + to.length, 0)
  const counted = await deliveries(world, expected)
  const notices = await noticesOf(calls)
  let [unconfirmed, arrivedAllTheSame] = [0, 0]
  for (const send of sends) {
    const sentCopies = counted.sent.get(send.subject) ?? 0
    if (sentCopies !== 1) faults.push(`${send.subject}: ${sentCopies} copies in Sent`)
    for (const address of send.to) {
      const times = counted.arrived.get(`${send.subject} ${address}`) ?? 0
      const state = states.get(`${send.subject} ${address}`)
      if (times > 1) faults.push(`${send.subject}: ${address} has it ${times} times`)
      if (state === 'unconfirmed') {
        unconfirmed += 1
        if (times > 0) arrivedAllTheSame += 1
        const isTold = notices.some((text) => text.includes(`${send.subject}\n`) && text.includes(`<${address}>`))
        if (!isTold) faults.push(`${send.subject}: nobody is told that ${address} is unconfirmed`)
      } else if (times === 0) faults.push(`${send.subject}: lost for ${address}, though ${state}`)
    }
  }
  return {
    sends: count,
    kills,
    answered,
    unconfirmed,
    arrivedAllTheSame,
    slowestStart: Math.round(slowestStart),
    faults,
  }
}

function callOf(calls: readonly CallGateway[], { sender }: Send): CallGateway {
  const call = calls[sender]
  if (call === undefined) throw new Error('Too few senders')
  return call
}

/** Calls of a person who has signed in there. */
export async function signedIn(baseUrl: string, { address, password }: Person): Promise<CallGateway> {
  let token: string | null = null
  const { call } = createClient({
    baseUrl,
    getToken: () => token,
    getOrganization: () => null,
    onSessionLost: () => undefined,
  })
  const outcome = await call(login, { username: address, password, stay: true })
  if (!outcome.ok) throw new Error(`${address} cannot sign in: ${outcome.code}`)
  token = `${outcome.value.tokenType} ${outcome.value.accessToken}`
  return call
}

async function untilAnswered(ask: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (await ask()) return
    await setTimeout(250)
  }
}

/** What the gateway says of each recipient, once it waits for none. */
async function settled(calls: readonly CallGateway[], sends: readonly Send[]): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>()
  const until = Date.now() + settledWithin
  for (const send of sends) {
    if (send.id === null) continue
    for (;;) {
      const outcome = await callOf(calls, send)(sendStatus, { id: send.id })
      const recipients = outcome.ok ? outcome.value.recipients : []
      const isDone = recipients.length > 0 && recipients.every(({ state }) => !['queued', 'retrying'].includes(state))
      if (!isDone && Date.now() < until) {
        await setTimeout(500)
        continue
      }
      for (const { address, state } of recipients) states.set(`${send.subject} ${address}`, state)
      break
    }
  }
  return states
}

/** Counts what arrived and what lies in Sent, once as much as is due has arrived or nothing more comes for ten seconds. */
async function deliveries({ gateway, sink, senders, locals }: SendingWorld, expected: number) {
  const count = async () => {
    const arrived = new Map<string, number>()
    const add = (key: string) => arrived.set(key, (arrived.get(key) ?? 0) + 1)
    for (const { raw, to } of sink.taken) {
      const subject = /^Subject: (.*?)\r?$/m.exec(raw)?.[1] ?? ''
      for (const address of to) add(`${subject} ${address}`)
    }
    for (const person of locals)
      for (const { subject } of await listOf(await signedIn(gateway.url, person), 'inbox'))
        add(`${subject} ${person.address}`)
    return arrived
  }
  const sumOf = (arrived: ReadonlyMap<string, number>) => [...arrived.values()].reduce((sum, one) => sum + one, 0)
  let arrived = await count()
  for (let quiet = 0; sumOf(arrived) < expected && quiet < 10; ) {
    await setTimeout(1_000)
    const now = await count()
    quiet = sumOf(now) === sumOf(arrived) ? quiet + 1 : 0
    arrived = now
  }
  const sent = new Map<string, number>()
  for (const person of senders)
    for (const { subject } of await listOf(await signedIn(gateway.url, person), 'sent'))
      sent.set(subject, (sent.get(subject) ?? 0) + 1)
  return { arrived, sent }
}

async function noticesOf(calls: readonly CallGateway[]): Promise<readonly string[]> {
  const texts: string[] = []
  for (const call of calls)
    for (const { id } of await listOf(call, 'inbox')) {
      const outcome = await call(showMail, { id })
      if (outcome.ok) texts.push((outcome.value.mail.text ?? '').replaceAll('\r', ''))
    }
  return texts
}

async function listOf(call: CallGateway, folder: string): Promise<readonly MailSummary[]> {
  const all: MailSummary[] = []
  for (let page = 1; ; page += 1) {
    const outcome = await call(queryFolder, { folder, page, pageSize: 100 })
    if (!outcome.ok) throw new Error(`${folder} cannot be listed: ${outcome.code}`)
    all.push(...outcome.value.list)
    if (outcome.value.list.length < 100) return all
  }
}
