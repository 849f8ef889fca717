/** One mail to 200 people of whom none sees another: how soon it is taken, how soon all have it, and what that holds in memory. */
import { setTimeout as pause } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import * as v from 'valibot'
import type { SmtpSink } from '../../support/connections/smtpSink'
import type { BenchGateway } from '../gateway'
import type { Row } from '../row'
import { memory } from './upload'

const people = 200
const taken = v.object({ recipients: v.array(v.object({ address: v.string() })) })
const mostMs = 120_000

export async function benchSeparate(gateway: BenchGateway, sink: SmtpSink): Promise<readonly Row[]> {
  const to = Array.from({ length: people }, (_, n) => `person${n}@elsewhere.example`)
  const html = `<p>${'请在周五之前确认。 Please confirm by Friday. '.repeat(200)}</p>`
  const before = await gateway.peakMegabytes()
  const start = performance.now()
  const said = await gateway.call('POST', 'writemail/sendMail.action', {
    ...{ to, subject: 'One for each', html, separate: '1', holdSeconds: '0' },
    idempotencyKey: `bench-${start}`,
  })
  const acknowledged = performance.now() - start
  if (v.parse(taken, said).recipients.length !== people) throw new Error('Not all were taken')
  while (sink.taken.length < people) {
    if (performance.now() - start > mostMs) throw new Error(`${sink.taken.length} of ${people} mails came`)
    await pause(20)
  }
  const gone = performance.now() - start
  const peak = await gateway.peakMegabytes()
  const crowded = sink.taken.filter((mail) => mail.to.length !== 1).length
  if (crowded > 0) throw new Error(`${crowded} mails went to more than one`)
  const bare = await bareSends(sink, to, html)
  return [
    { name: 'a mail for 200 separately, acknowledged', measured: acknowledged, budget: 1_000, unit: 'ms' },
    { name: 'a mail for 200 separately, with the last of them', measured: gone, budget: null, unit: 'ms', bare },
    ...memory('memory before 200 separate mails, at its peak', before, null),
    ...memory('memory with 200 separate mails sent, at its peak', peak, 250),
  ]
}

/** The same mails from a bare mail program, on one line. */
async function bareSends({ port }: SmtpSink, to: readonly string[], html: string): Promise<number> {
  const transport = nodemailer.createTransport({
    ...{ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: 1 },
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const start = performance.now()
  for (const one of to) await transport.sendMail({ from: 'lin@ep.test', to: one, subject: 'One for each', html })
  const taken = performance.now() - start
  transport.close()
  return taken
}
