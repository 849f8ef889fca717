/** The account command's process: arguments and environment in, a message and an exit code out (0 done, 1 failed, 2 misused). */
import { parseArgs } from 'node:util'
import { openStores } from '../composition/stores'
import { readConfig } from '../config/readConfig'
import { makePasswordHasher } from '../session/password/passwordHasher.argon2'
import { runAccountCommand, usage, type Wanted } from './accountCommand'
import { asCommand, readArguments } from './asCommand'
import { runRebuild } from './rebuildCommand'

function wantedOf(argv: readonly string[]): Wanted {
  return readArguments(usage, () =>
    parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        tier: { type: 'string' },
        until: { type: 'string' },
        name: { type: 'string' },
        into: { type: 'string' },
        yes: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  )
}

async function run(argv: readonly string[]): Promise<string> {
  const wanted = wantedOf(argv)
  const config = readConfig(process.env)
  const [verb, ...words] = wanted.words
  if (verb === 'rebuild') return runRebuild(config, { words, into: wanted.into })
  const clock = { now: Date.now }
  const stores = await openStores(config, clock)
  try {
    return await runAccountCommand(
      {
        ...stores,
        clock,
        hasher: await makePasswordHasher(),
        mailDomains: config.mailDomains,
        isMailElsewhere: config.servers !== null,
      },
      wanted,
    )
  } finally {
    await stores.close()
  }
}

await asCommand(run)
