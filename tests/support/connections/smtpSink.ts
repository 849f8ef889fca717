/** A mail server of a test's own: takes down what it is given and answers as it is told. */
import { SMTPServer } from 'smtp-server'

export type Taken = { readonly from: string; readonly to: readonly string[]; readonly raw: string }

type Answer = { readonly code: number; readonly text: string }
/** `cut` = the line breaks after the last dot, without an answer; the mail is taken all the same. */
type AfterData = 'take' | 'cut' | Answer

export type SmtpSink = {
  readonly port: number
  readonly taken: Taken[]
  /** Every RCPT that was asked for, also those that were refused. */
  readonly asked: string[]
  readonly answerRecipient: (address: string, answer: Answer | null) => void
  readonly answerData: (answer: AfterData) => void
  readonly close: () => Promise<void>
}

/** `answerAfterMs`: how long each answer to a whole message takes; none where it is left out. */
export async function openSmtpSink(answerAfterMs: () => number = () => 0): Promise<SmtpSink> {
  const refused = new Map<string, Answer>()
  const taken: Taken[] = []
  const asked: string[] = []
  let afterData: AfterData = 'take'
  const refusal = ({ code, text }: Answer) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address)
      const answer = refused.get(address)
      done(answer ? refusal(answer) : null)
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (typeof afterData === 'object') return done(refusal(afterData))
        taken.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        const ms = answerAfterMs()
        if (afterData === 'take') return ms === 0 ? done() : void setTimeout(done, ms)
        for (const connection of server.connections) connection._socket.destroy()
      })
    },
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
  return {
    port,
    taken,
    asked,
    answerRecipient: (address, answer) => {
      if (answer) refused.set(address, answer)
      else refused.delete(address)
    },
    answerData: (answer) => {
      afterData = answer
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
