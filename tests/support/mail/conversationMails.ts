/** Mails that answer one another, for tests of conversations. */
import type { TestGateway } from '../gateway/gateway'

export type Letter = {
  /** Its own name, and that of the mail that it answers. */
  readonly id: string
  readonly answers?: string
  readonly subject: string
  readonly from?: string
  readonly into?: string
}

/** Puts mails into lin's mailbox in that order; answers their ids. */
export async function deliverLetters(gateway: TestGateway, letters: readonly Letter[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id, answers, subject, from = 'Wang Li <wang@example.com>', into } of letters) {
    const references = answers === undefined ? '' : `References: <${answers}@x>\n`
    const raw = `From: ${from}
To: lin@ep.test
Subject: ${subject}
Message-ID: <${id}@x>
${references}Date: Sat, 21 Nov 2026 09:30:00 +0800
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Text of ${id}.
`
    ids.push(await gateway.deliver('lin@ep.test', raw, into))
  }
  return ids
}

/** A conversation of three about a plan, one of them the owner's own, and a mail about lunch between them. */
export const planAndLunch: readonly Letter[] = [
  { id: 'p1', subject: 'Plan' },
  { id: 'l1', subject: 'Lunch', from: 'Zhou <zhou@example.com>' },
  { id: 'p2', answers: 'p1', subject: 'Re: Plan', from: 'Lin <lin@ep.test>', into: 'sent' },
  { id: 'p3', answers: 'p2', subject: 'Re: Re: Plan', from: 'Chen Bo <chen@example.com>' },
]
