/** Part of the build: draws the icons, and makes the service worker with the list of what was built. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type { Build } from '../src/app/install/shell'
import { drawIcon, icons } from './appIcons.ts'

const page = '/index.html'
/** Files without a hash in their names that the shell needs. */
const plain = [
  page,
  '/skin.js',
  '/ahead.js',
  '/former-sight.js',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/icon-192.png',
]

export function shellBuild(): Plugin {
  return {
    name: 'ep-shell',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = dir ?? 'dist/app'
      const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8')
      for (const icon of icons) writeFileSync(join(folder, icon.file), drawIcon(svg, icon))
      writeFileSync(join(folder, 'sw.js'), await workerOf(buildOf(folder)))
    },
  }
}

function buildOf(folder: string): Build {
  const assets = readdirSync(join(folder, 'assets')).map((name) => `/assets/${name}`)
  const files = [...plain, ...assets.toSorted()]
  const hash = createHash('sha256')
  for (const file of files) hash.update(file)
  for (const file of plain) hash.update(readFileSync(join(folder, file)))
  return { version: hash.digest('base64url').slice(0, 16), page, files }
}

/** A worker is one file: nothing of it may stand in a chunk that pages share. */
async function workerOf(built: Build): Promise<string> {
  const made = await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    define: { __EP_BUILD__: JSON.stringify(built) },
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      lib: {
        entry: fileURLToPath(new URL('../src/app/install/worker.ts', import.meta.url)),
        formats: ['iife'],
        name: 'epShell',
      },
    },
  })
  const [first] = Array.isArray(made) ? made : [made]
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('the service worker was not built')
  return chunk.code
}
