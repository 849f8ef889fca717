/**
 * The gateway over a mail server beside the same server's bare answers, in one run: `npm run bench -- imap` measures nothing else,
 * `-- imap 10000` only the smaller mailbox.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Gateway, openGateway } from '../../server/composition/root'
import { readConfig } from '../../server/config/readConfig'
import { type Lab, startLab } from '../servers/lab'
import { gatewaySettings } from '../servers/lab/gatewaySettings'
import { missingPackages } from '../servers/lab/packages.mjs'
import type { LabUser } from '../servers/lab/users'
import { removeFolder } from '../support/removeFolder'
import { signInAt } from './callHouse'
import { benchMailbox, row } from './imapCalls'
import { memoryOfUsers } from './imapMemory'
import { commandsOfFirstPage } from './imapWire'
import { fillMaildir } from './mailFiller'
import { openRawImap } from './rawImap'
import type { Row } from './row'
import { type Compared, isOver, lineOfCompared, type Spread, spreadOf } from './sideBySide'

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
  const house = await openGateway(config)
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
    await removeFolder(dataDir)
  }
}

async function benchSize(lab: Lab, house: Gateway, mails: number): Promise<readonly Row[]> {
  const name = mails.toLocaleString('en')
  console.log(`Filling a mailbox of the mail server with ${name} mails …`)
  const user = await lab.addUser(`full${mails}`)
  fillMaildir(user.maildir, mails, user.address)
  const port = imapPortOf(lab)
  const raw = await openRawImap(port, user.address, user.password)
  const call = await signInAt(house.handler, user.address, user.password)
  try {
    const compared = [
      ...(await benchMailbox({ call, raw, mails })),
      // Last, since it forgets what is open.
      ...(await compareSignIn(house, port, user, mails)),
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
                measured: worthOf(gateway, budget),
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

/** Where the median is over by noise alone, what the work itself takes. */
const worthOf = (spread: Spread, budget: number) =>
  spread.median > budget && !isOver(spread, budget) ? spread.p10 : spread.median

/** A signing in on the raw socket ends with the connection's end. */
async function compareSignIn(
  house: Gateway,
  port: number,
  { address, password }: LabUser,
  mails: number,
): Promise<readonly Compared[]> {
  const { accounts, signedOut } = house.parts
  const form = { folder: 'inbox', page: '1', pageSize: '50' }
  const raw = async (...commands: readonly string[]) => {
    const line = await openRawImap(port, address, password)
    for (const command of commands) await line.ask(command)
    await line.close()
  }
  const firstRows = async () => {
    const call = await signInAt(house.handler, address, password)
    await call('POST', 'query/queryfolder2.action', form)
  }
  // Whoever was here before is forgotten, connections and all.
  const forget = async () => {
    const account = await accounts.byAddress(address)
    if (account) signedOut(account.id)
  }
  const page = `FETCH ${mails - 49}:* ${row}`
  return [
    {
      name: 'sign in',
      budget: null,
      ...(await spreadOf(
        () => signInAt(house.handler, address, password),
        () => raw(),
        11,
        forget,
      )),
    },
    {
      name: 'sign in, then the first page',
      budget: null,
      ...(await spreadOf(firstRows, () => raw('SELECT INBOX', page), 11, forget)),
    },
  ]
}

export function settingsOf({ env }: Lab) {
  const doors = { domain: env.EP_LAB_DOMAIN, imapPort: Number(env.EP_LAB_IMAP_PORT), databaseUrl: '' }
  return {
    ...gatewaySettings({ ...doors, smtpPort: Number(env.EP_LAB_SMTP_PORT), sievePort: Number(env.EP_LAB_SIEVE_PORT) }),
    DEMO: '0',
  }
}

const imapPortOf = ({ env }: Lab) => Number(env.EP_LAB_IMAP_PORT)
