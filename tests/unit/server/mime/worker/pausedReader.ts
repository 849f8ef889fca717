/** A process of its own that reads one message, says when it begins and whether the message was readable. */
import { openMimeReader } from '#server/mime'

const reader = openMimeReader({ timeoutMs: 1_000, workers: 1 })
const say = (word: string) => process.stdout.write(`${word}\n`)

/** Takes a few hundred milliseconds of CPU: enough to be stopped within it, less than the limit. */
const busy = Buffer.from(
  `Subject: busy\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'=41=42=43\r\n'.repeat(1_500_000)}`,
)

// The thread has loaded once this is answered.
await reader.parse({ bytes: Buffer.from('Subject: first\r\n\r\nfirst\r\n') })

say('reading')
const { readable } = await reader.parse({ bytes: busy })
say(readable ? 'readable' : 'unreadable')
await reader.close()
