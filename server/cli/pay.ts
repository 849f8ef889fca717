/** The payment command's process: words and environment in, a message and an exit code out. */
import { openChannels } from '../composition/payments'
import { openStores } from '../composition/stores'
import { readConfig } from '../config/readConfig'
import { asCommand } from './asCommand'
import { runPayCommand } from './playCommand'

async function run(words: readonly string[]): Promise<string> {
  const clock = { now: Date.now }
  const config = readConfig(process.env)
  const { close, orders, testPayments } = await openStores(config, clock)
  try {
    const { providers, isConfigured } = await openChannels(config, { testPayments, clock })
    return await runPayCommand({ orders, providers, testPayments, clock, isConfigured }, words)
  } finally {
    await close()
  }
}

await asCommand(run)
