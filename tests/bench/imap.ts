/**
 * The gateway over a mail server beside the same server's bare answers, in one run: `npm run bench -- imap` measures nothing else,
 * `-- imap 10000` only the smaller mailbox.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config'
import { type House, openHouse } from '../../server/house'
import { type Lab, startLab } from '../servers/lab'
import { gatewaySettings } from '../servers/lab/gatewaySettings'
import { missingPackages } from '../servers/lab/packages.mjs'
import type { LabUser } from '../servers/lab/users'
import { signInAt } from './callHouse'
import { benchMailbox } from './imapCalls'
import { memoryOfUsers } from './imapMemory'
import { commandsOfFirstPage } from './imapWire'
import { fillMaildir } from './mailFiller'
import { openRawImap } from './rawImap'
import type { Row } from './row'
import { type Compared, isOver, lineOfCompared, spreadOf } from './sideBySide'

const sizes = [10_000, 100_000] as const

/** Prints the comparison; answers the rows that have budgets. Empty where the servers cannot be started, which is then said. */
export async function benchImap(most = Number.POSITIVE_INFINITY): Promise<readonly Row[]> {
  const missing = missingPackages()
  if (missing.length > 0 || process.getuid?.() !== 0) {
    const packages =
      missing.length === 0 ? '' : ` Type: apt-get install -y --no-install-recommends ${missing.join(' ')}`
    console.log(`\nThe comparison with a mail server is left out: it needs Dovecot, and root to start it.${packages}`)
    return []
  }
  const lab = await startLab({ postfix: false, postgres: false })
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  const config = readConfig({ ...settingsOf(lab), DATA_DIR: dataDir })
  const house = await openHouse(config)
  try {
    const rows: Row[] = []
    for (const mails of sizes.filter((size) => size <= most)) rows.push(...(await benchSize(lab, house, mails)))
    rows.push(await memoryOfUsers(lab, settingsOf(lab)))
    return rows
  } catch (error) {
    throw new Error(`The comparison with a mail server failed:\n${await lab.lastWords(10)}`, { cause: error })
  } finally {
    await house.close()
    await lab.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function benchSize(lab: Lab, house: House, mails: number): Promise<readonly Row[]> {
  const name = mails.toLocaleString('en')
  console.log(`Filling a mailbox of the mail server with ${name} mails …`)
  const user = await lab.addUser(`full${mails}`)
  fillMaildir(user.maildir, mails, user.address)
  const port = imapPortOf(lab)
  const raw = await openRawImap(port, user.address, user.password)
  const call = await signInAt(house.handler, user.address, user.password)
  try {
    const compared = [
      await compareSignIn(house, port, user),
      ...(await benchMailbox({ call, raw, mails, address: user.address })),
    ]
    const head = ['p10', 'gateway', 'p95', 'raw', 'p95', 'ratio', 'budget'].map((cell) => cell.padStart(9)).join(' ')
    console.log(`\n${`over Dovecot, ${name} mails (ms)`.padEnd(46)} ${head}`)
    for (const one of compared) console.log(lineOfCompared(one))
    const said = await commandsOfFirstPage({ ...settingsOf(lab) }, port, user)
    console.log(`first page, open connection: ${said.warm.join(', ')}`)
    console.log(`first page after sign-in:    ${said.cold.join(', ')}\n`)
    return [
      ...compared.flatMap(({ name: what, gateway, budget }): Row[] =>
        budget === null
          ? []
          : [
              {
                name: `over Dovecot, ${name}: ${what}`,
                measured: isOver(gateway, budget) ? gateway.median : Math.min(gateway.median, budget),
                budget,
                unit: 'ms',
              },
            ],
      ),
      {
        name: `over Dovecot, ${name}: STATUS, SORT, THREAD at once`,
        measured: [...said.warm, ...said.cold].filter((it) => /STATUS|SORT|THREAD/.test(it)).length,
        budget: 0,
        unit: 'times',
      },
    ]
  } finally {
    await raw.close()
  }
}

/** A signing in on the raw socket ends with the connection's end, as the gateway's own does. */
async function compareSignIn(house: House, port: number, { address, password }: LabUser): Promise<Compared> {
  return {
    name: 'sign in',
    budget: null,
    ...(await spreadOf(
      () => signInAt(house.handler, address, password),
      async () => (await openRawImap(port, address, password)).close(),
      11,
    )),
  }
}

export function settingsOf({ env }: Lab) {
  const doors = { domain: env.EP_LAB_DOMAIN, imapPort: Number(env.EP_LAB_IMAP_PORT), databaseUrl: '' }
  return {
    ...gatewaySettings({ ...doors, smtpPort: Number(env.EP_LAB_SMTP_PORT), sievePort: Number(env.EP_LAB_SIEVE_PORT) }),
    DEMO: '0',
  }
}

const imapPortOf = ({ env }: Lab) => Number(env.EP_LAB_IMAP_PORT)
