/** Debian's rspamd and Redis on loopback, without DNS; two messages of a kind are enough to learn. */
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../support/removeFolder'
import { freePort } from './lab/ports'
import { type Program, startGuard, startProgram } from './lab/processes'
import { serverOf } from './lab/server'

/** They ask DNS, or other servers, about what a message holds. */
const withoutDns = [
  'arc',
  'asn',
  'dkim',
  'dkim_signing',
  'dmarc',
  'fuzzy_check',
  'greylist',
  'hfilter',
  'mid',
  'mx_check',
]
const alsoWithout = [
  'neural',
  'phishing',
  'ratelimit',
  'rbl',
  'replies',
  'reputation',
  'spf',
  'surbl',
  'url_redirector',
]

export const labPassword = 'lab-secret'

export type RspamdPlace = Awaited<ReturnType<typeof startRspamd>>

export async function startRspamd() {
  const folder = await mkdtemp(join(tmpdir(), 'ep-rspamd-'))
  await chmod(folder, 0o755)
  const guard = startGuard(folder)
  const [redisPort, scanPort, learnPort] = [await freePort(), await freePort(), await freePort()]
  const local = join(folder, 'local.d')
  for (const name of [local, join(folder, 'redis'), join(folder, 'override.d')]) await mkdir(name)
  const files: Readonly<Record<string, string>> = {
    // Compiling its patterns and the list of all domains takes longer than the tests.
    'options.inc': `dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; } disable_hyperscan = true; task_timeout = 4s; url_tld = "${folder}/domains";`,
    'logging.inc': `type = "file"; filename = "${folder}/rspamd.log"; level = "warning";`,
    'worker-normal.inc': `bind_socket = "127.0.0.1:${scanPort}"; count = 1;`,
    'worker-controller.inc': `bind_socket = "127.0.0.1:${learnPort}"; secure_ip = []; password = "${labPassword}"; enable_password = "${labPassword}";`,
    'worker-proxy.inc': 'enabled = false;',
    'worker-fuzzy.inc': 'enabled = false;',
    'redis.conf': `servers = "127.0.0.1:${redisPort}";`,
    'classifier-bayes.conf': 'min_learns = 2;',
    ...Object.fromEntries([...withoutDns, ...alsoWithout].map((module) => [`${module}.conf`, 'enabled = false;'])),
  }
  await writeFile(join(folder, 'domains'), 'com\nexample\ntest\n')
  for (const [name, text] of Object.entries(files)) await writeFile(join(local, name), `${text}\n`)
  const start = (program: Program) => startProgram(folder, program)
  const redis = serverOf(start, [redisPort], async () => ({
    command: '/usr/bin/redis-server',
    args: [...['--port', String(redisPort), '--bind', '127.0.0.1'], ...['--dir', join(folder, 'redis'), '--save', '']],
    log: join(folder, 'redis.log'),
    stopSignal: 'SIGTERM',
  }))
  const variables = { LOCAL_CONFDIR: folder, DBDIR: folder, RUNDIR: folder, LOGDIR: folder }
  const rspamd = serverOf(start, [scanPort, learnPort], async () => ({
    command: '/usr/bin/rspamd',
    args: ['-f', '-i', ...Object.entries(variables).map(([name, value]) => `--var=${name}=${value}`)],
    log: join(folder, 'output.log'),
    stopSignal: 'SIGTERM',
  }))
  const stop = async () => {
    await Promise.all([rspamd.stop(), redis.stop()])
    await removeFolder(folder)
    await guard.dismiss()
  }
  try {
    await redis.start()
    await rspamd.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://127.0.0.1:${scanPort}`, learnUrl: `http://127.0.0.1:${learnPort}`, stop }
}
