/** The text-message command's process: words and environment in, a message and an exit code out (0 done, 1 failed, 2 misused). */
import { openStores } from '../composition/stores'
import { readConfig } from '../config/readConfig'
import { asCommand } from './asCommand'
import { runSmsCommand } from './playCommand'

async function run(words: readonly string[]): Promise<string> {
  const clock = { now: Date.now }
  const { attempts, close, phones, passwordResets } = await openStores(readConfig(process.env), clock)
  try {
    return await runSmsCommand({ attempts, phones, passwordResets, clock }, words)
  } finally {
    await close()
  }
}

await asCommand(run)
