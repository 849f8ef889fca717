/** Installs the Chromium that journeys need, where it may. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromiumPath } from './chromium.mjs'

const packages = ['chromium', 'fonts-noto-cjk']
/** Debian has the browser without its windows as well, which is all that journeys need. */
const shell = ['chromium-headless-shell', 'fonts-noto-cjk']

/** What it says is told only where it fails. */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${Buffer.concat(output)}apt-get ${args.join(' ')} failed (${code ?? 'signal'})`)),
    )
  })
}

/** Without fonts for Chinese a picture shows boxes, so both come together. */
export async function ensureBrowser() {
  const hasFonts = process.platform !== 'linux' || existsSync('/usr/share/fonts/opentype/noto')
  if (chromiumPath() !== null && (hasFonts || process.env.CHROMIUM_PATH)) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) {
    if (chromiumPath() !== null) return
    throw new Error(
      [
        'The journeys need Chromium, and it cannot be installed from here. Type:',
        `    sudo apt-get install -y ${packages.join(' ')}`,
        'or name a browser that is there: CHROMIUM_PATH=/path/to/chromium npm test',
      ].join('\n'),
    )
  }
  await aptGet(['update', '-qq'])
  const install = (names) => aptGet(['install', '-y', '-qq', '--no-install-recommends', ...names])
  await install(shell).catch(() => install(packages))
}
