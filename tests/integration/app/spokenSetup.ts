/** Something happens at a desk, and what a screen reader speaks of it by itself is noted. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { listenToRegions, type Spoken } from '../../support/browser/liveRegions'
import { renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

export const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })

async function desk(path: string, mails: number, { env = {}, hasJunk = false }: Pick<Event, 'env' | 'hasJunk'>) {
  const gateway = await makeTestGateway({ env })
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  for (let count = 1; count <= mails; count++) await deliverPlain(gateway, 'lin', { subject: `Mail ${count}` })
  if (hasJunk) await gateway.deliver('lin@ep.test', 'Subject: Prize\r\n\r\nOpen.', 'junk')
  return { ...(await renderApp(path, { as: 'lin', gateway })), gateway }
}
export type Desk = Awaited<ReturnType<typeof desk>>

export type Event = {
  readonly event: string
  readonly path?: string
  readonly mails?: number
  readonly env?: Readonly<Record<string, string>>
  /** A mail that is taken for junk lies there. */
  readonly hasJunk?: boolean
  /** Of the page, once it has come. */
  readonly ready?: () => Promise<unknown>
  readonly happens: (app: Desk) => unknown
  readonly words: RegExp
}
const inbox = () => row('Mail 1')

/** Each is a test: its words come into a live region that stood there before them, and once (WCAG 4.1.3). */
export function itSpeaksOf(events: readonly Event[]): void {
  let gateway: TestGateway | null = null
  let stop: () => void = () => undefined
  afterEach(async () => {
    stop()
    await gateway?.close()
    gateway = null
  })

  it.each(events)('$event', async ({ path = '/receive', mails = 2, ready = inbox, happens, words, ...rest }) => {
    const app = await desk(path, mails, rest)
    gateway = app.gateway
    await ready()
    const { spoken, stop: silence } = listenToRegions()
    stop = silence
    await happens(app)
    const told = (): readonly Spoken[] => spoken.filter((one) => words.test(one.words))
    await waitFor(() => expect(told(), JSON.stringify(spoken)).not.toEqual([]))
    // Whatever else is to say it has had its time as well.
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    expect(told().map(({ words: text, isHeard }) => [text, isHeard])).toEqual([[expect.stringMatching(words), true]])
  })
}
