/** Installs and builds what is missing or out of date, each with a stamp beside its result, so that a warm start does nothing. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const root = new URL('../../', import.meta.url)
const at = (path) => fileURLToPath(new URL(path, root))

const installStamp = 'node_modules/.ep-mail-stamp'
const compiledDatabase = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'
const buildStamp = 'dist/.ep-mail-stamp'

/** `say` is told what takes time. Rejects with a readable message where a step fails. */
export async function prepare(say) {
  await install(say)
  await build(say)
}

export async function install(say) {
  await fetchPackages(say)
  await compilePackages(say)
}

/** Packages without what they compile: enough to check and build the sources. */
export async function fetchPackages(say) {
  if (stampAt(installStamp) === wantedPackages() || isInstalled()) return
  say('Installing packages …')
  await run('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Compiles the embedded database, or takes what another checkout left in the user's cache folder. */
export async function compilePackages(say) {
  if (stampAt(installStamp) === wantedPackages()) return
  const kept = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ep-mail', databaseKey())
  if (!hasDatabase() && existsSync(kept)) copyWhole(kept, at(compiledDatabase))
  if (!hasDatabase()) {
    say('Compiling the embedded database …')
    await run('npm', ['rebuild', 'better-sqlite3'], { ...process.env, JOBS: 'max' })
  }
  try {
    if (!existsSync(kept)) copyWhole(at(compiledDatabase), kept)
  } catch {
    // A home folder that cannot be written only costs the next checkout its time.
  }
  writeFileSync(at(installStamp), wantedPackages())
}

/** Whether it is there and this Node can load it. */
function hasDatabase() {
  if (!existsSync(at(compiledDatabase))) return false
  const program = "new (require('better-sqlite3'))(':memory:').close()"
  return spawnSync(process.execPath, ['-e', program], { cwd: at('.'), stdio: 'ignore' }).status === 0
}

/** Another version, Node or machine is another file. */
function databaseKey() {
  const { version, integrity } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages[
    'node_modules/better-sqlite3'
  ]
  const { modules } = process.versions
  const key = [integrity, modules, process.platform, process.arch, osRelease()].join('\n')
  return `better-sqlite3-${version}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.node`
}

/** Nobody finds half a file there. */
function copyWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  const part = `${to}.${process.pid}`
  copyFileSync(from, part)
  renameSync(part, to)
}

/** The C library differs between systems of one kernel. */
const osRelease = () => (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')

const wantedPackages = () => hashOf(['package-lock.json', 'package.json'])

/** Needs the packages. */
export async function build(say) {
  const wanted = wantedBuild(process.env)
  if (stampAt(buildStamp) === wanted && existsSync(at('dist/server/main.js'))) return
  say('Building …')
  const vite = at('node_modules/vite/bin/vite.js')
  // Whoever builds within a test would else get the libraries' development code.
  const env = { ...process.env, NODE_ENV: 'production' }
  const app = async () => {
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], env)
    await compressAll(at('dist/app'))
  }
  await Promise.all([app(), run(process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn'], env)])
  writeFileSync(at(buildStamp), wanted)
}

/** Stamp of a build of these sources with these variables, as `build/environments.ts` reads them. */
export function wantedBuild(env) {
  const overrides = Object.entries(env)
    .filter(([name]) => /^(?:PAGE_HOSTNAMES|GATEWAY_URL)_(?:LOCAL|BETA|PRODUCTION)$/.test(name))
    .map(([name, value]) => `${name}=${value}`)
  return [hashOf(sourceFiles()), ...overrides.sort()].join('\n')
}

/** Packages that npm itself put here from this very lock file need no second install. */
function isInstalled() {
  const record = at('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || present[path]?.version === version,
  )
}

function stampAt(path) {
  return existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null
}

/** By content: a checkout changes times without changing files. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(at(path)))
      .update('\0')
  return hash.digest('hex')
}

/** Everything that a build reads. */
function sourceFiles() {
  const folders = ['src', 'server', 'build', 'locales', 'public'].filter((folder) => existsSync(at(folder)))
  const within = folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => statSync(at(path)).isFile()),
  )
  const alone = [
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
    '.env.local',
    '.env.beta',
    '.env.production',
  ]
  return [...within, ...alone].filter((path) => existsSync(at(path))).sort()
}

const compressible = /\.(js|css|html|svg|json|webmanifest|txt|map)$/
/** Below this a compressed file is hardly smaller, and costs a file. */
const leastBytes = 1_024

/** Lays a brotli and a gzip form beside each text file, which the gateway then serves as they are. */
export async function compressAll(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const texts = names.filter((name) => compressible.test(name)).map((name) => join(folder, name))
  await Promise.all(
    texts.map(async (path) => {
      const bytes = readFileSync(path)
      if (bytes.length < leastBytes) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

function run(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: at('.'),
      stdio: 'inherit',
      env,
      shell: process.platform === 'win32' && command === 'npm',
    })
    child.once('error', (error) => reject(new Error(`${command} cannot be run: ${error.message}`)))
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed with ${code ?? 'a signal'}.`)),
    )
  })
}
