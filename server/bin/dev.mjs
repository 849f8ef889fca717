/**
 * `npm run dev`: the app and the gateway from their sources at one address, until Ctrl-C. The gateway restarts when a source in
 * `server` or `src/contract` changes, or in the folders that are named as arguments instead.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createTcpServer } from 'node:net'
import { resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { install, root } from './prepare.mjs'

/** Milliseconds: an editor writes more than once to save a file. */
const debounceMs = 100
/** After this time a gateway that should end is killed; it gives itself 15 seconds. */
const killMs = 16_000
/** Ends a gateway whose parent was killed, or waits for it no longer; does not hold one that ends by itself. */
const endWithParent =
  "data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel.unref()"

const at = (path) => fileURLToPath(new URL(path, root))
const folders = process.argv.length > 2 ? process.argv.slice(2) : [at('server'), at('src/contract')]
const watched = folders.map((folder) => resolve(folder))
const dataDir = resolve(process.env.DATA_DIR || at('.cache/dev'))
const signInFile = `${dataDir}/sign-ins.txt`

/** The gateway's process; null while none runs. */
let gateway = null
let env = {}
let debounce
/** Restarts run one after another: two gateways never open one data directory. */
let restarts = Promise.resolve()
/** Calls wait here while the gateway starts; null while it runs, or after it has ended by itself. */
let waiting = []
let isStopping = false
const newSignIns = []

function onLine(line) {
  console.log(line)
  if (line.includes('EP Mail is at')) releaseCalls()
  // The gateway prints them once, at its first start.
  if (!/^ {4}\S+@\S+ {2}\S+ {2}\(\w+\)$/.test(line)) return
  newSignIns.push(`${line}\n`)
  writeFileSync(signInFile, newSignIns.join(''), { mode: 0o600 })
}

function releaseCalls() {
  for (const release of waiting ?? []) release()
  waiting = null
}

function startGateway() {
  if (isStopping) return
  const args = ['--import', endWithParent, '--import', import.meta.resolve('tsx'), at('server/main.ts')]
  // A process group of its own: Ctrl-C would reach it from the terminal and from here.
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  gateway = child
  createInterface({ input: child.stdout }).on('line', onLine)
  child.once('exit', () => {
    if (gateway !== child) return
    gateway = null
    console.log('The gateway has ended. It starts again when a file of server or src/contract changes.')
    releaseCalls()
  })
}

async function endGateway() {
  const child = gateway
  if (child === null) return
  gateway = null
  const late = setTimeout(() => child.kill('SIGKILL'), killMs)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(late)
}

function onChange(path) {
  const folder = watched.find((one) => path.startsWith(one + sep))
  if (folder === undefined || !/\.(?:[cm]?[jt]s|json)$/.test(path)) return
  waiting ??= []
  clearTimeout(debounce)
  debounce = setTimeout(() => {
    console.log(`${path.slice(folder.length + 1)} changed: the gateway restarts`)
    restarts = restarts.then(endGateway).then(startGateway)
  }, debounceMs)
}

/** `wanted` where it is free, else any port. */
function freePort(wanted = 0) {
  return new Promise((found, reject) => {
    const probe = createTcpServer()
    probe.once('error', (error) => (wanted === 0 ? reject(error) : found(freePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })
}

/** Vite, which passes calls on to the gateway's port. */
async function serveApp(gatewayPort) {
  const { createServer } = await import('vite')
  const proxied = {
    target: `http://127.0.0.1:${gatewayPort}`,
    bypass: () => waiting && new Promise((release) => waiting.push(release)),
  }
  const app = await createServer({
    configFile: at('vite.config.ts'),
    root: at('.'),
    clearScreen: false,
    server: {
      ...(process.env.PORT && { port: Number(process.env.PORT) }),
      proxy: { '/webmail': proxied },
      watch: { ignored: ['.cache', 'data', 'dist'].map((folder) => `${at(folder)}/**`) },
    },
    plugins: [
      {
        name: 'ep-dev-gateway',
        // Vite's watcher: the recursive one of Node 20 misses a file that is replaced twice.
        configureServer: ({ watcher }) => {
          watcher.add(watched)
          watcher.on('all', (_event, path) => onChange(resolve(path)))
        },
      },
    ],
  })
  await app.listen()
  return app
}

try {
  process.chdir(at('.'))
  await install((line) => console.log(line))
  const port = await freePort()
  const smtpPort = process.env.SMTP_PORT || (await freePort(2525))
  const app = await serveApp(port)
  const stop = async () => {
    // A second signal waits for nothing.
    if (isStopping) process.exit(1)
    isStopping = true
    clearTimeout(debounce)
    await Promise.all([restarts.then(endGateway), app.close()])
    process.exit(0)
  }
  // Vite's own listener would end this process before the gateway has ended.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
  // `kill` of npm ends it and its shell, and reaches nobody else.
  const parent = process.ppid
  const lookForParent = () => process.ppid !== parent && !isStopping && void stop()
  if (process.env.npm_lifecycle_event) setInterval(lookForParent, 500)
  // LOG_LEVEL=info prints a line for each call.
  const ours = { HOST: '127.0.0.1', PORT: port, SMTP_PORT: smtpPort, DATA_DIR: dataDir }
  const PUBLIC_URL = new URL(app.resolvedUrls.local[0]).origin
  env = { LOG_LEVEL: 'error', DRAIN_SECONDS: '0', ...process.env, ...ours, PUBLIC_URL }
  if (existsSync(signInFile)) console.log(`\n  Sign in with:\n${readFileSync(signInFile, 'utf8').trimEnd()}`)
  startGateway()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
