/** A whole house of mail servers on loopback, in a temporary folder: Dovecot, Postfix and PostgreSQL, started in seconds. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/removeFolder'
import { type DovecotSettings, dovecotPaths, type Namespace, plainNamespace, writeDovecot } from './dovecot'
import { type LabVariables, names } from './env'
import { freePort } from './ports'
import { postfixPaths, writePostfix } from './postfix'
import { postgresCommand, postgresPaths, writePostgres } from './postgres'
import { type Program, runOnce, startGuard, startProgram } from './processes'
import { type Server, serverOf } from './server'
import { type LabUser, type UserWishes, writeUser } from './users'

export type LabOptions = {
  readonly domain?: string
  readonly password?: string
  /** Without it the lab is up sooner. */
  readonly postfix?: boolean
  readonly postgres?: boolean
  /** STARTTLS with a certificate that nobody has signed. */
  readonly tls?: boolean
  /** Exactly what IMAP's CAPABILITY says, where a poorer server is to be played. */
  readonly imapCapability?: string
  /** Where a person's folders stand; under no prefix unless told. */
  readonly namespace?: Namespace
  /** Whether a file `dovecot-acl` in a folder says what its owner may do with it. */
  readonly acl?: boolean
  /** Whether everybody has the same folders under `Public/` besides their own. */
  readonly publicFolders?: boolean
  /** The port of this machine to which Postfix carries mail for other domains; without it such mail is refused for good. */
  readonly outsidePort?: number
}

export type Lab = {
  /** For `process.env` of whoever uses `labEnv`; variables of servers that were left out are empty. */
  readonly env: LabVariables
  readonly folder: string
  readonly addUser: (name: string, wishes?: UserWishes) => Promise<LabUser>
  readonly dovecot: Server
  readonly postfix: Server
  readonly postgres: Server
  /** Other capabilities from now on: Dovecot is restarted with them. */
  readonly playPoorServer: (imapCapability: string | null) => Promise<void>
  /** Other lines of main.cf from now on: Postfix is restarted with them. */
  readonly setPostfix: (settings: readonly string[]) => Promise<void>
  /** The last lines of every server's log. */
  readonly lastWords: (lines?: number) => Promise<string>
  /** Ends every server and removes the folder. */
  readonly stop: () => Promise<void>
}

/** Unix sockets have names of at most 107 bytes, and the deepest of ours needs 50. */
async function makeFolder(): Promise<string> {
  const parent = tmpdir().length <= 40 ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'ep-lab-'))
  // The servers run as users of their own.
  await chmod(folder, 0o755)
  return folder
}

export async function startLab(options: LabOptions = {}): Promise<Lab> {
  if (process.getuid?.() !== 0) throw new Error('Postfix must be started by root, and so must these tests')
  const { domain = 'ep.test', password = 'Passw0rd!a', tls = false } = options
  const folder = await makeFolder()
  const guard = startGuard(folder)
  const [imapPort, sievePort, smtpPort, lmtpPort, mxPort, postgresPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const start = (program: Program) => startProgram(folder, program)
  const mailPaths = dovecotPaths(folder)
  const dovecotSettings: DovecotSettings = {
    ...{ folder, domain, tls, imapPort, sievePort, lmtpPort, mxPort },
    imapCapability: options.imapCapability ?? null,
    namespace: options.namespace ?? plainNamespace,
    acl: options.acl ?? false,
    publicFolders: options.publicFolders ?? false,
  }
  const dovecot = serverOf(start, [imapPort, sievePort, lmtpPort], async () => ({
    command: '/usr/sbin/dovecot',
    args: ['-F', '-c', mailPaths.config],
    log: mailPaths.log,
    stopSignal: 'SIGTERM',
  }))
  const postfix = serverOf(start, [smtpPort, mxPort], async () => ({
    command: postfixPaths(folder).master,
    args: ['-s'],
    env: { PATH: process.env.PATH, MAIL_CONFIG: postfixPaths(folder).config },
    log: postfixPaths(folder).log,
    stopSignal: 'SIGTERM',
  }))
  const postgres = serverOf(start, [postgresPort], async () => ({
    ...(await postgresCommand(folder, postgresPort)),
    log: postgresPaths(folder).log,
    // “Fast”: ends what is connected, and writes down what was committed.
    stopSignal: 'SIGINT',
  }))
  const databasePassword = randomBytes(12).toString('hex')
  const variables: LabVariables = {
    [names.imapPort]: String(imapPort),
    [names.sievePort]: String(sievePort),
    [names.smtpPort]: String(smtpPort),
    [names.lmtpPort]: String(lmtpPort),
    [names.mxPort]: String(mxPort),
    [names.domain]: domain,
    [names.password]: password,
    [names.folder]: folder,
    [names.databaseUrl]:
      options.postgres === false ? '' : `postgres://ep:${databasePassword}@127.0.0.1:${postgresPort}/postgres`,
  }
  const stop = async () => {
    await Promise.all([dovecot.stop(), postfix.stop(), postgres.stop()])
    await removeFolder(folder)
    await guard.dismiss()
  }
  const lastWords = async (lines = 40) => {
    const logs = [mailPaths.log, postfixPaths(folder).log, postgresPaths(folder).log]
    const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8').catch(() => '')))
    return logs.map((log, index) => `== ${log}\n${texts[index]?.split('\n').slice(-lines).join('\n')}`).join('\n')
  }
  const bring = {
    dovecot: async () => {
      await writeDovecot(dovecotSettings)
      await dovecot.start()
    },
    postfix: async () => {
      const ports = { submissionPort: smtpPort, mxPort, lmtpPort, outsidePort: options.outsidePort ?? null }
      await writePostfix({ folder, domain, tls, ...ports })
      await postfix.start()
    },
    postgres: async () => {
      await writePostgres({ folder, password: databasePassword })
      await postgres.start()
    },
  }
  try {
    await Promise.all([
      bring.dovecot(),
      options.postfix === false ? null : bring.postfix(),
      options.postgres === false ? null : bring.postgres(),
    ])
  } catch (error) {
    const words = await lastWords()
    await stop()
    throw new Error(`The mail servers do not start: ${error instanceof Error ? error.message : error}\n${words}`)
  }
  return {
    env: variables,
    folder,
    dovecot,
    postfix,
    postgres,
    addUser: (name, wishes) => writeUser({ folder, domain, password }, name, wishes),
    playPoorServer: async (imapCapability) => {
      await dovecot.stop()
      await writeDovecot({ ...dovecotSettings, imapCapability })
      await dovecot.start()
    },
    setPostfix: async (settings) => {
      await runOnce('postconf', ['-c', postfixPaths(folder).config, '-e', ...settings])
      await postfix.restart()
    },
    lastWords,
    stop,
  }
}
