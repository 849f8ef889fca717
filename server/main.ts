/** The gateway's process: listens, says where, and closes in order when it is told to. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app'
import { closeInOrder, type ShutdownDeps } from './composition/closing'
import { notSigned } from './composition/dkim'
import { mainDomain } from './composition/mail'
import { type Gateway, openGateway } from './composition/root'
import { makeWatch } from './composition/watch'
import { type Config, ConfigError, readConfig } from './config/readConfig'
import { StoreMismatch } from './core/storeMismatch'
import { demoWish, noDemo } from './demo/demoWish'
import { type DemoSignIn, seedDemo } from './demo/seedDemo'
import type { Log } from './http/log'
import { listenMetrics, type MetricsListener } from './http/metrics'
import type { Inbound } from './inbound/inbound.port'
import { systemResolve } from './inbound/senderChecks/dnsAnswers'
import { openSenderChecks } from './inbound/senderChecks/senderChecks'
import type { SenderChecks } from './inbound/senderChecks.port'
import { listenSmtp, type SmtpListener } from './inbound/smtp/listener'
import { proxyTrust } from './kit/network/trustedProxies'

const hourMs = 3_600_000
/** What is in hand at a closing gets this long. */
const closingMs = 10_000
/** And this long the stores, before the process ends whatever they do. */
const graceMs = 5_000

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const watch = makeWatch({ level: config.logLevel, write: (line) => process.stderr.write(line) })
  const house = await openGateway(config, {
    report: watch.report,
    watchOutbox: watch.watchOutbox,
    onRoom: watch.onRoom,
    onScannerAway: watch.onScannerAway,
  })
  const readiness = watch.readinessOf(config, house)
  watch.showOutbox(house.parts.outbox)
  const appFolder = fileURLToPath(new URL('../app', import.meta.url))
  const app = await buildApp(house, config, existsSync(`${appFolder}/index.html`) ? appFolder : null, {
    readiness,
    onAnswered: watch.onAnswered,
  })
  const { openConnections } = house
  if (openConnections !== null)
    watch.metrics.gauge('ep_mail_imap_connections', 'Connections to the mail server that are open', () => [
      { value: openConnections() },
    ])
  const chores = setInterval(() => void tidy(house, watch.log), hourMs).unref()
  const checks = checksOf(config, house)
  let smtp: SmtpListener | null = null
  let numbers: MetricsListener | null = null
  const closing: ShutdownDeps = {
    readiness,
    drainMs: config.drainMs,
    closingMs,
    doors: [() => app.close(), async () => smtp?.close()],
    cut: () => app.server.closeAllConnections(),
    rest: async (withinMs) => {
      clearInterval(chores)
      await checks?.close()
      await house.close(withinMs)
      await numbers?.close()
    },
    log: watch.log,
  }
  try {
    smtp = house.inbound && (await listenForMail(config, house, watch.watchInbound(house.inbound), checks))
    if (config.metrics.port !== 0) numbers = await listenMetrics({ ...config.metrics, metrics: watch.metrics })
    const address = await app.listen({ host: config.host, port: config.port })
    house.dispatcher.start()
    // Not before the ports are ours: passwords that were drawn by a start that fails would never be said.
    const demo = demoWish(config)
    const signIns = demo === 'made' ? await seedDemo({ ...house.parts, domain: mainDomain(config) }) : []
    announce(config, address, smtp, signIns)
    if (demo === 'public') console.log(`  ${noDemo}\n`)
    watch.log.info({ event: 'started' })
  } catch (error) {
    await closeInOrder({ ...closing, drainMs: 0 })
    throw error
  }
  closeWhenTold(closing)
  void tidy(house, watch.log)
}

function checksOf(config: Config, { inbound, parts }: Gateway): SenderChecks | null {
  if (!config.checkSenders || inbound === null) return null
  return openSenderChecks({ server: mainDomain(config), resolve: systemResolve(config.dnsServers), clock: parts.clock })
}

function listenForMail(
  config: Config,
  { parts, report, scanner }: Gateway,
  inbound: Inbound,
  checks: SenderChecks | null,
): Promise<SmtpListener> {
  const isTrusted = proxyTrust(config.smtp.trustedRelays)
  return listenSmtp({
    host: config.smtp.host,
    port: config.smtp.port,
    name: mainDomain(config),
    maxMessageBytes: config.maxMessageBytes,
    maxConnections: config.smtp.maxConnections,
    limits: { perClient: config.smtp.perClient },
    senders: {
      trustedServers: config.authServers,
      domains: parts.domains,
      fromOutside: config.ownDomainFromOutside,
    },
    isTrustedRelay: (address) => isTrusted(address, 0),
    checks,
    scanner,
    inbound,
    spool: parts.spool,
    clock: parts.clock,
    report: (name) => report({ path: 'smtp', name, trace: [] }),
  })
}

async function tidy(house: Gateway, log: Log): Promise<void> {
  // Whatever was left this time is swept the next.
  const orphans = await house.sweep().catch(() => null)
  if (orphans === null || orphans.moved + orphans.left === 0) return
  const isLeft = orphans.left > 0
  log[isLeft ? 'error' : 'info']({
    event: isLeft ? 'orphansLeft' : 'orphansMoved',
    files: orphans.moved + orphans.left,
  })
}

function announce(
  { publicUrl, servers, smtp, relay, dkim }: Config,
  address: string,
  listener: SmtpListener | null,
  signIns: readonly DemoSignIn[],
): void {
  console.log(`\n  EP Mail is at ${publicUrl ?? address}`)
  if (listener) console.log(`  Mail is taken in at ${smtp.host}:${listener.port}\n`)
  if (relay !== null && servers === null && dkim === null) console.log(`  ${notSigned}\n`)
  if (servers) console.log(`  Sign in with an address and password of ${servers.imap.host}\n`)
  if (signIns.length === 0) return
  console.log('  Two mailboxes to try it with (said this once):')
  for (const { address: name, password, tier } of signIns) console.log(`    ${name}  ${password}  (${tier})`)
  console.log('')
}

function closeWhenTold(closing: ShutdownDeps): void {
  let isClosing = false
  const told = (drainMs: number) => () => {
    // The second time, nothing is waited for.
    if (isClosing) process.exit(1)
    isClosing = true
    setTimeout(() => process.exit(1), drainMs + closingMs + graceMs).unref()
    closeInOrder({ ...closing, drainMs }).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', told(closing.drainMs))
  // A person at the terminal has no balancer to tell.
  process.on('SIGINT', told(0))
}

/** What a person at the terminal can mend is said in a sentence; all else is a bug and says where. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreMismatch) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${String(error.port)}` : ''
    return `The port${port} is taken: end what is using it, or set PORT and SMTP_PORT to others.`
  }
  if (error instanceof Error && error.name === 'StoreAway') return `The data folder cannot be used: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// What it makes is nobody else's on this machine.
process.umask(0o077)

run().catch((error: unknown) => {
  console.error(sentenceOf(error))
  process.exitCode = 1
})
