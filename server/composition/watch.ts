/** What an administrator sees of a running gateway: its log, its metrics, and what is counted for them on the way. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { watchNewMail } from '../../src/contract/endpoints/mail/newMail'
import type { Config } from '../config/readConfig'
import type { Answered } from '../http/answered'
import type { HandlerDeps } from '../http/handle'
import { type Log, makeLog, makeSessionMarks } from '../http/log'
import { type Metrics, makeMetrics } from '../http/metrics'
import { makeReadiness, type Readiness } from '../http/readiness'
import type { Inbound } from '../inbound/inbound.port'
import { greets, imapGreeting } from '../kit/network/greeting'
import type { OutboxStore } from '../outbox/outbox.store'
import type { Gateway } from './root'

export type Watch = {
  readonly log: Log
  readonly metrics: Metrics
  readonly report: HandlerDeps['report']
  readonly onAnswered: (answered: Answered) => void
  /** Says so in the log, and lets no answer to `/readyz` stand that was given before. */
  readonly onRoom: (hasRoom: boolean) => void
  /** Says so in the log: meanwhile mail is delivered unscanned. */
  readonly onScannerAway: (isAway: boolean) => void
  /** Of the parts that every call needs, the server that takes sends left out: the outbox waits. */
  readonly readinessOf: (config: Config, house: Pick<Gateway, 'isHealthy' | 'hasRoom'>) => Readiness
  /** The same, with every mail that is brought counted. */
  readonly watchInbound: (inbound: Inbound) => Inbound
  /** The same, with every outcome of a send counted. */
  readonly watchOutbox: (outbox: OutboxStore) => OutboxStore
  /** Begins to show how full the outbox is. */
  readonly showOutbox: (outbox: Pick<OutboxStore, 'depth'>) => void
}

export type WatchOptions = {
  readonly level: Config['logLevel']
  readonly write: (line: string) => void
  readonly now?: () => number
}

/** Seconds; a page is to come within 40 ms, an upload may take minutes. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** What nobody asks for unless something is wrong with the line. */
const quietCalls: readonly string[] = ['healthz', 'readyz', 'asset', 'page']

export function makeWatch({ level, write, now = Date.now }: WatchOptions): Watch {
  const log = makeLog({ level, write, now })
  const metrics = makeMetrics()
  const markOf = makeSessionMarks()
  const requests = metrics.counter('ep_mail_requests_total', 'Requests answered, by call, HTTP status and code')
  const seconds = metrics.histogram('ep_mail_request_seconds', 'Time to the end of an answer, by call', bounds)
  const mails = metrics.counter('ep_mail_smtp_in_total', 'Mails brought over SMTP, by outcome')
  const scans = metrics.counter('ep_mail_scans_total', 'Mails brought over SMTP, by the verdict of the scanner')
  const recipients = metrics.counter('ep_mail_smtp_in_recipients_total', 'Recipients asked for over SMTP, by answer')
  const sends = metrics.counter('ep_mail_sends_total', 'Recipients of sends, by the state they came to')
  const bugs = metrics.counter('ep_mail_bugs_total', 'Errors that nobody foresaw')
  showProcess(metrics)
  let readiness: Readiness | null = null

  return {
    log,
    metrics,
    report: (bug) => {
      bugs()
      log.error({ event: 'bug', ...bug })
    },
    onAnswered: ({ authorization, code, ms, ...it }) => {
      requests({ call: it.call, status: String(it.status), code: code ?? '' })
      // A stream is no answer that somebody waits for.
      if (it.call !== watchNewMail.path) seconds({ call: it.call }, ms / 1_000)
      const session = markOf(authorization)
      const line = { event: 'request', ...it, ms, ...(code && { code }), ...(session && { session }) } as const
      log[it.status >= 500 ? 'error' : quietCalls.includes(it.call) ? 'debug' : 'info'](line)
    },
    readinessOf: (config, house) => {
      readiness = readinessOf(config, house, log)
      return readiness
    },
    onRoom: (hasRoom) => {
      readiness?.forget()
      if (hasRoom) log.info({ event: 'diskRoom' })
      else log.error({ event: 'diskFull' })
    },
    onScannerAway: (isAway) => log[isAway ? 'error' : 'info']({ event: isAway ? 'scannerAway' : 'scannerBack' }),
    watchInbound: (inbound) => ({
      mailbox: async (address, size) => {
        const answer = await inbound.mailbox(address, size)
        recipients({ answer })
        return answer
      },
      keep: async (addresses, spool, size, from, found) => {
        const tell = (outcome: 'accepted' | 'refused') => {
          mails({ outcome })
          if (found !== undefined && found.scan !== null) scans({ verdict: found.scan })
          log.info({ event: 'mailIn', outcome, recipients: addresses.length })
        }
        try {
          await inbound.keep(addresses, spool, size, from, found)
          tell('accepted')
        } catch (error) {
          tell('refused')
          throw error
        }
      },
    }),
    watchOutbox: (outbox) => ({
      ...outbox,
      setRecipients: async (id, worker, changes) => {
        await outbox.setRecipients(id, worker, changes)
        for (const state of new Set(changes.map((it) => it.state))) {
          const count = changes.filter((it) => it.state === state).length
          sends({ state }, count)
          log.info({ event: 'sent', state, recipients: count })
        }
      },
    }),
    showOutbox: (outbox) =>
      metrics.gauge('ep_mail_outbox_recipients', 'Recipients of sends that are not done, by state', async () =>
        Object.entries(await outbox.depth()).map(([state, value]) => ({ labels: { state }, value })),
      ),
  }
}

function showProcess(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const only = (value: number) => [{ value }]
  metrics.gauge('process_resident_memory_bytes', 'Memory that the process holds', () => only(process.memoryUsage.rss()))
  metrics.gauge('ep_mail_heap_used_bytes', 'Memory that objects take', () => only(process.memoryUsage().heapUsed))
  metrics.gauge('ep_mail_uptime_seconds', 'Time since the start', () => only(process.uptime()))
  metrics.gauge('ep_mail_event_loop_delay_seconds', 'How late timers were since the last scrape, by share', () => {
    const shares = [50, 99, 100].map((share) => ({
      labels: { share: String(share) },
      value: delay.count > 0 ? delay.percentile(share) / 1e9 : 0,
    }))
    delay.reset()
    return shares
  })
}

function readinessOf({ servers }: Config, house: Pick<Gateway, 'isHealthy' | 'hasRoom'>, log: Log): Readiness {
  const imap = servers?.imap
  const checks = {
    database: house.isHealthy,
    disk: house.hasRoom,
    ...(imap && { imap: () => greets({ ...imap, greeting: imapGreeting }) }),
  }
  const readiness = makeReadiness({ checks, now: Date.now })
  let said = ''
  return {
    ...readiness,
    failing: async () => {
      const failing = await readiness.failing()
      // Said once for each change, however often it is asked for.
      if (failing.join() !== said && !readiness.isDraining())
        log.info(failing.length === 0 ? { event: 'ready' } : { event: 'notReady', failing })
      said = failing.join()
      return failing
    },
  }
}
