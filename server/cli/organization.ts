/** The organization command's process: 0 done, 1 failed, 2 misused. */
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { limits } from '../../src/contract/limits'
import { openStores } from '../composition/stores'
import { readConfig } from '../config/readConfig'
import { makeLogo } from '../contacts/cards/cardLogo'
import { asCommand, readArguments } from './asCommand'
import { Misuse } from './misuse'
import { type OrganizationWish, organizationUsage, runOrganizationCommand } from './organizationCommand'

function wishOf(argv: readonly string[]): OrganizationWish {
  return readArguments(organizationUsage, () =>
    parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        tier: { type: 'string' },
        name: { type: 'string' },
        seats: { type: 'string' },
        sends: { type: 'string' },
        yes: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  )
}

async function readLogo(path: string) {
  const { size } = await stat(path).catch(() => {
    throw new Misuse(`${path} cannot be read.`)
  })
  return size < limits.logoBytes ? makeLogo(await readFile(path)) : null
}

async function run(argv: readonly string[]): Promise<string> {
  const wish = wishOf(argv)
  const config = readConfig(process.env)
  const clock = { now: Date.now }
  const stores = await openStores(config, clock)
  try {
    return await runOrganizationCommand({ ...stores, clock, mailDomains: config.mailDomains, readLogo }, wish)
  } finally {
    await stores.close()
  }
}

await asCommand(run)
