/**
 * Writing and sending over the built gateway: `npm run bench -- compose` measures nothing else. What a person presses is pressed in real
 * Chromium; uploads and sends stand beside the same bytes on a bare line in the same run.
 */
import { openSmtpSink } from '../../support/connections/smtpSink'
import { type DeskPage, openBrowser, openDesk, signIn } from '../desk/deskPage'
import { benchWriting } from '../desk/writing'
import { openMailbox, signIn as person } from '../fullMailbox'
import { startGateway } from '../gateway'
import type { Row } from '../row'
import { layLongLetter } from './longLetter'
import { benchSeparate } from './separate'
import { benchTyping } from './typing'
import { benchUpload } from './upload'

const mails = 1_000

export async function benchCompose(dataDir: string): Promise<readonly Row[]> {
  const mailbox = { address: person.username, password: person.password, mails }
  await (await openMailbox(dataDir, mailbox)).close()
  const sink = await openSmtpSink()
  const gateway = await startGateway(dataDir, { RELAY_URL: `smtp://127.0.0.1:${sink.port}` })
  const browser = await openBrowser()
  try {
    await layLongLetter(gateway.smtpPort, mailbox.address)
    const onDesk = async <T>(work: (desk: DeskPage) => Promise<T>): Promise<T> => {
      const desk = await openDesk(browser, gateway.url)
      await signIn(desk, mailbox)
      const done = await work(desk)
      await desk.close()
      return done
    }
    const ready = await onDesk((desk) => benchWriting({ desk, name: 'composer ready' }))
    const typing = await onDesk(benchTyping)
    const upload = await onDesk((desk) => benchUpload(desk, gateway, dataDir))
    await gateway.signIn(person)
    return [ready, typing, ...upload, ...(await benchSeparate(gateway, sink))]
  } finally {
    await browser.close()
    await gateway.close()
    await sink.close()
  }
}
