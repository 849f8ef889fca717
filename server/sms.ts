/** The text-message command's process: words and environment in, a message and an exit code out (0 done, 1 failed, 2 misused). */
import { ConfigError, readConfig } from './config'
import { openStores } from './houseStores'
import { Misuse } from './misuse'
import { runSmsCommand } from './smsCommand'

async function run(words: readonly string[]): Promise<string> {
  const clock = { now: Date.now }
  const { db, phones } = await openStores(readConfig(process.env), clock)
  try {
    return await runSmsCommand({ phones, clock }, words)
  } finally {
    await db.destroy()
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const isForPerson = error instanceof Misuse || error instanceof ConfigError
  console.error(isForPerson ? error.message : error)
  process.exitCode = isForPerson ? 2 : 1
}
