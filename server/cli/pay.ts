/** The payment command's process: words and environment in, a message and an exit code out. */
import { openStores } from '../composition/stores'
import { readConfig } from '../config/readConfig'
import { asCommand } from './asCommand'
import { runPayCommand } from './playCommand'

async function run(words: readonly string[]): Promise<string> {
  const clock = { now: Date.now }
  const { close, orders, testPayments } = await openStores(readConfig(process.env), clock)
  try {
    return await runPayCommand({ orders, testPayments, clock, isConfigured: false }, words)
  } finally {
    await close()
  }
}

await asCommand(run)
