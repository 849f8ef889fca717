/** Debian's packages that the lab runs. Plain JavaScript, so that it can say what is missing before anything is installed. */
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'

const versions = '/usr/lib/postgresql'

function hasPostgres() {
  const names = existsSync(versions) ? readdirSync(versions) : []
  return names.some((name) => ['initdb', 'postgres'].every((it) => existsSync(`${versions}/${name}/bin/${it}`)))
}

/** Each by what the lab itself needs of it. */
const needed = [
  { name: 'dovecot-imapd', isThere: () => existsSync('/usr/lib/dovecot/imap') },
  { name: 'dovecot-lmtpd', isThere: () => existsSync('/usr/lib/dovecot/lmtp') },
  { name: 'dovecot-sieve', isThere: () => existsSync('/usr/lib/dovecot/modules/lib90_sieve_plugin.so') },
  { name: 'dovecot-managesieved', isThere: () => existsSync('/usr/lib/dovecot/managesieve') },
  { name: 'postfix', isThere: () => existsSync('/usr/lib/postfix/sbin/master') },
  { name: 'postgresql', isThere: hasPostgres },
  ...['account', 'container', 'object', 'proxy'].map((part) => ({
    name: `swift-${part}`,
    isThere: () => existsSync(`/usr/bin/swift-${part}-server`),
  })),
  { name: 'memcached', isThere: () => existsSync('/usr/bin/memcached') },
  { name: 'rspamd', isThere: () => existsSync('/usr/bin/rspamd') },
  { name: 'redis-server', isThere: () => existsSync('/usr/bin/redis-server') },
  { name: 'openssl', isThere: () => existsSync('/usr/bin/openssl') },
]

export function missingPackages() {
  return needed.filter(({ isThere }) => !isThere()).map(({ name }) => name)
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed with ${code ?? 'a signal'}`)),
    )
  })
}

const policy = '/usr/sbin/policy-rc.d'
const patience = ['-o', 'DPkg::Lock::Timeout=300']

/** Debian would start what it installs; this file, where there is none yet, tells it not to. Answers how to undo it. */
function keepServersDown() {
  if (existsSync(policy)) return () => undefined
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return () => rmSync(policy, { force: true })
}

/** Installs packages as root; a list of packages that cannot be fetched at once is asked for three times. */
export async function installPackages(names) {
  accessSync('/usr/bin/apt-get', constants.X_OK)
  const undo = keepServersDown()
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        await run('apt-get', ['update', '-qq', ...patience])
        await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...patience, ...names])
        return
      } catch (error) {
        if (tries === 3) throw error
        await new Promise((resolve) => setTimeout(resolve, 5_000))
      }
    }
  } finally {
    undo()
  }
}
