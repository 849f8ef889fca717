/** The page views command's process: words and environment in, a table and an exit code out (0 done, 1 failed, 2 misused). */
import { openStores } from '../composition/stores'
import { readConfig } from '../config/readConfig'
import { asCommand } from './asCommand'
import { runViewsCommand } from './viewsCommand'

async function run(words: readonly string[]): Promise<string> {
  const clock = { now: Date.now }
  const { close, viewCounter } = await openStores(readConfig(process.env), clock)
  try {
    return await runViewsCommand({ viewCounter, clock }, words)
  } finally {
    await close()
  }
}

await asCommand(run)
