import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAccountCommand, type Wanted } from '#server/cli/accountCommand'
import { Misuse } from '#server/cli/misuse'
import { dataPathsOf } from '#server/mail/spool/dataPaths'
import { makeAccountStore } from '#server/session/account.sql'
import { verifyPassword } from '#server/session/password/passwordHasher.argon2'
import { makeSessionStore } from '#server/session/session.sql'
import { migrate } from '#server/sql/migrate'
import { openDatabase } from '#server/sql/openDatabase'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'

const command = join(import.meta.dirname, '../../../server/bin/account.mjs')

type Ended = { readonly code: number; readonly out: string; readonly err: string }

describe('npm run account', { timeout: 60_000 }, () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  })
  afterEach(() => removeFolder(folder))

  /** Runs it as a process of its own, as a person at a terminal does. */
  const account = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, DATA_DIR: folder, MAIL_DOMAINS: 'ep.test,corp.test' }
      const child = execFile(process.execPath, [command, ...args], { env, cwd: tmpdir() }, (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, out, err })
      })
    })

  it('adds, lists, changes and removes a mailbox beside a gateway that has the database open', async () => {
    const db = openDatabase(dataPathsOf(folder).database)
    await migrate(db)
    const [accounts, sessions] = [makeAccountStore(db), makeSessionStore(db)]
    try {
      const added = await account('add', 'A@ep.test', '--password', 'Passw0rd!a', '--tier', 'soho', '--name', 'Anna')
      expect(added).toEqual({ code: 0, out: 'Added a@ep.test (soho, 10 GB).\n', err: '' })
      const anna = await accounts.byAddress('a@ep.test')
      if (!anna) throw new Error('the gateway does not see the new mailbox')
      expect(anna).toMatchObject({ tier: 'soho', displayName: 'Anna', locked: false })
      expect(await verifyPassword(await accounts.passwordHash(anna.id), 'Passw0rd!a')).toBe(true)

      await sessions.open('t1', {
        accountId: anna.id,
        username: anna.address,
        timezone: 'Asia/Shanghai',
        createdAt: 0,
        expiresAt: 9,
        sealedSecret: null,
        isKept: true,
      })
      expect((await account('password', 'a@ep.test', '--password', 'Other0ne!')).code).toBe(0)
      expect(await verifyPassword(await accounts.passwordHash(anna.id), 'Other0ne!')).toBe(true)
      expect(await sessions.find('t1', 1)).toBeNull()

      expect((await account('list')).out).toBe('a@ep.test  soho  open  Anna\n')
      expect((await account('remove', 'a@ep.test', '--yes')).code).toBe(0)
      expect(await accounts.all()).toEqual([])
    } finally {
      await db.destroy()
    }
  })

  it('works before anything was ever started, and never keeps the password itself', async () => {
    expect((await account('add', 'b@corp.test', '--password', 'Passw0rd!b')).code).toBe(0)
    const kept = await readFile(dataPathsOf(folder).database)
    expect(kept.includes('Passw0rd!b')).toBe(false)
  })

  it.each([
    [['add', 'a@ep.test', '--password', 'weak'], 'too weak'],
    [['list', '--verbose'], 'Usage: npm run account'],
  ])('refuses %j with a message and exit code 2', async (args, message) => {
    const ended = await account(...args)
    expect(ended.code).toBe(2)
    expect(ended.err).toContain(message)
    expect(ended.out).toBe('')
  })
})

describe('a word of the account command', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await makeTestGateway()
  })
  afterEach(() => gateway.close())

  const run = async (words: readonly string[], more: Omit<Wanted, 'words'> = {}) => {
    return runAccountCommand({ ...gateway.stores, mailDomains: ['ep.test', 'corp.test'] }, { words, ...more })
  }

  it('changes the tier, locks and unlocks, and removes nothing without a yes', async () => {
    const anna = await gateway.account('a@ep.test', { displayName: 'Anna' })
    expect(await run(['tier', 'a@ep.test', 'star'])).toBe('a@ep.test is star now (VIP).')
    await run(['lock', 'a@ep.test'])
    expect(await run(['list'])).toBe('a@ep.test  star  locked  Anna')
    await run(['unlock', 'a@ep.test'])
    await expect(run(['remove', 'a@ep.test'])).rejects.toThrow('--yes')
    expect(await gateway.stores.accounts.byId(anna.id)).toMatchObject({ tier: 'star', locked: false })
  })

  it.each<[readonly string[], Omit<Wanted, 'words'>, string]>([
    [['add', 'a@elsewhere.test'], { password: 'Passw0rd!a' }, 'MAIL_DOMAINS holds: ep.test, corp.test'],
    [['add', 'not an address'], { password: 'Passw0rd!a' }, 'is not an address'],
    [['add', 'a@ep.test'], {}, 'The password is missing'],
    [['add', 'a@ep.test'], { password: 'Passw0rd!a', tier: 'gold' }, 'There is no tier "gold"'],
    [['add', 'here@ep.test'], { password: 'Passw0rd!a' }, 'here@ep.test exists already.'],
    [['lock', 'nobody@ep.test'], {}, 'There is no mailbox "nobody@ep.test"'],
    [['constructor'], {}, 'There is no command "constructor"'],
    [[], {}, 'Usage: npm run account'],
  ])('refuses %j with %j', async (words, more, message) => {
    await gateway.account('here@ep.test')
    const refused = run(words, more)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(Misuse)
  })
})
