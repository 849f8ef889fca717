/** A place where a sending process is killed between two steps, and what is found in it after a restart. */
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSmtpSink } from '../connections/smtpSink'
import { removeFolder } from '../removeFolder'
import { callerOf, openSending, sendForm } from '../stores/sendingSetup'
import { type KilledWay, killedWays } from './killedWays'

const program = fileURLToPath(new URL('./killedSend.ts', import.meta.url))
/** Longer than any lease or pause: whatever the dead process held is anyone's. */
const later = 10 * 60_000

/** What the person was told before the process ended, and by what it ended. */
export type Death = { readonly yes: boolean; readonly back: boolean; readonly signal: string | null }

export async function openKilledRuns(to: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const sink = await openSmtpSink()
  const began = Date.now()
  const first = await openSending({ folder, relayPort: sink.port })
  for (const name of ['lin', 'wang', 'bea']) await first.account(name)
  await first.close()

  return {
    sink,
    /** Runs the sending process until it ends or is killed: between two steps, or after so many milliseconds. */
    sendAndDie: (killAt: string, way: KilledWay = 'plain', killAfterMs?: number): Promise<Death> => {
      const words = [folder, String(sink.port), killAt, to.join(','), way, String(began)]
      const ending = { timeout: killAfterMs ?? 0, killSignal: 'SIGKILL' } as const
      return new Promise((resolve) => {
        const child = execFile(process.execPath, ['--import', 'tsx', program, ...words], ending, (_error, output) =>
          resolve({ yes: output.includes('yes'), back: output.includes('back'), signal: child.signalCode }),
        )
      })
    },
    /** `again`: the person, who got no answer, presses Send once more before the mail is due. */
    afterRestart: async ({ again, way = 'plain' }: { again: boolean; way?: KilledWay }) => {
      const { formAt, waitMs } = killedWays[way]
      let ahead = waitMs === 0 ? later : 0
      const place = await openSending({ folder, relayPort: sink.port, now: () => Date.now() + ahead })
      const form = sendForm({ to: [...to], bcc: ['bea@ep.test'], idempotencyKey: 'once', ...formAt(began) })
      if (again) await place.send(form, callerOf(await place.account('lin')))
      ahead = waitMs + later
      await place.dispatcher.drain()
      const count = async (name: string, mailFolder: string) => (await place.mails(name, mailFolder)).length
      const found = {
        wang: await count('wang', 'inbox'),
        bea: await count('bea', 'inbox'),
        sent: await count('lin', 'sent'),
        drafts: await count('lin', 'draft'),
        notices: await count('lin', 'inbox'),
        waits: (await place.outbox.nextDue()) !== null,
      }
      await place.close()
      return found
    },
    close: async () => {
      await sink.close()
      await removeFolder(folder)
    },
  }
}

export type KilledRuns = Awaited<ReturnType<typeof openKilledRuns>>
