/** A mail user's rules over the lab's ManageSieve, and what Pigeonhole makes of them. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from '../../server/core/account'
import type { RuleSet } from '../../server/core/rules/rules'
import type { RuleStore } from '../../server/rules/rules.store'
import { type SieveClient, withSieve } from '../../server/rules/sieve/client'
import { makeSieveRuleStores, ownScript } from '../../server/rules/sieve/ruleStores'
import type { MailToJudge, SeenOutcome } from '../server/conformance/rules/ruleOutcomes'
import { removeFolder } from '../support/removeFolder'
import { dovecotPaths } from './lab/dovecot'
import { addLabUser, labEnv } from './lab/env'
import type { LabUser } from './lab/users'

const run = promisify(execFile)

export type SievePlace = {
  readonly user: LabUser
  readonly store: RuleStore
  /** The server itself, as another client sees it. */
  readonly asClient: <T>(work: (client: SieveClient) => Promise<T>) => Promise<T>
}

export function accountOf({ address }: LabUser): Account {
  return { id: address, address, displayName: 'Lin', tier: 'soho', organization: null, locked: false, dueAt: null }
}

/** Folders that are there, and one that was and is not. */
const paths = new Map([
  ['junk', 'Junk'],
  ['deleted', 'Trash'],
  ['projects', 'Archive'],
  ['gone', 'Gone "with\\ the wind"'],
])

const server = () => ({ host: '127.0.0.1', port: labEnv().sievePort, secure: false })

/** `port` where the rules take another way to the server. */
export async function openSievePlace(name = 'sieve', port = labEnv().sievePort): Promise<SievePlace> {
  const user = await addLabUser(name)
  const stores = makeSieveRuleStores({
    ...server(),
    port,
    deadlineMs: 5_000,
    credentials: { passwordOf: async () => user.password },
    folderPath: async (_account, folder) => paths.get(folder) ?? folder,
  })
  return {
    user,
    store: stores.of(accountOf(user)),
    asClient: (work) => withSieve(server(), { user: user.address, password: user.password }, work),
  }
}

export async function replaceRules({ store }: SievePlace, rules: RuleSet): Promise<void> {
  const { version } = await store.load()
  await store.replace(rules, version)
}

/** Lets Pigeonhole say what the user's script would do with a mail, without doing it. */
export async function judgedBy(place: SievePlace, mail: MailToJudge): Promise<SeenOutcome> {
  const script = await place.asClient((client) => client.get(ownScript))
  const folder = await mkdtemp(join(tmpdir(), 'ep-sieve-'))
  try {
    // Pigeonhole works as the mail's owner.
    await chmod(folder, 0o777)
    const files = { script: join(folder, 'script.sieve'), mail: join(folder, 'mail.eml') }
    await writeFile(files.script, Buffer.from(script ?? '', 'latin1'))
    await writeFile(files.mail, mail.raw)
    const config = dovecotPaths(labEnv().folder).config
    const to = ['-a', mail.to, '-r', mail.to]
    const { stdout } = await run('sieve-test', [
      '-c',
      config,
      '-u',
      mail.to,
      '-f',
      mail.from,
      ...to,
      files.script,
      files.mail,
    ])
    return readOutcome(stdout)
  } finally {
    await removeFolder(folder)
  }
}

const folderOf = (path: string) => [...paths].find(([, it]) => it === path)?.[0] ?? path.toLowerCase()

function readOutcome(said: string): SeenOutcome {
  const blocks = said.split(/^ \* /m).slice(1)
  const named = (start: string) => blocks.filter((block) => block.startsWith(start))
  const firstLine = (block: string) => block.slice(block.indexOf(': ') + 2, block.indexOf('\n'))
  const text = (block: string | undefined) =>
    /START MESSAGE\n([\s\S]*?)\nEND MESSAGE/.exec(block ?? '')?.[1]?.replaceAll('\r\n', '\n') ?? null
  return {
    kept: named('store message').map((block) => ({
      folder: folderOf(firstLine(block)),
      marks: [...(block.split('\n\n')[0] ?? '').matchAll(/\\(seen|flagged)/g)].map((found) => found[1] ?? '').sort(),
    })),
    redirectedTo: named('redirect message').map((block) => firstLine(block).replace(/^<|>$/g, '')),
    // It prints a line end as two question marks.
    returned: named('reject message').map((block) => firstLine(block).replaceAll('??', '\n'))[0] ?? null,
    reply: text(named('send vacation')[0]),
  }
}
