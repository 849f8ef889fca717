/**
 * `npm start`: brings whatever is missing or older than its sources up to date (packages, the built app, the built gateway), then
 * runs the gateway in this very process, so that nothing is left behind when it ends. Needs nothing but Node itself.
 */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`EP Mail needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

try {
  await prepare((line) => console.log(line))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const entry = new URL('dist/server/main.js', root)
if (!existsSync(entry)) {
  console.error('The build made no gateway: dist/server/main.js is missing.')
  process.exit(1)
}
process.chdir(new URL('.', root).pathname)
await import(pathToFileURL(entry.pathname).href)
