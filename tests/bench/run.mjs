/**
 * `npm run bench`: brings packages and build up to date, then measures the built product; `-- imap` only what a mail server adds,
 * `-- compose` writing and sending, `-- drafts` the memory of large drafts, `-- contacts` a full book of contacts and
 * a large import, `-- rules` a run of rules over a full mailbox, `-- desk` the rest of the desk,
 * `-- peers` Debian's Roundcube beside the product, `-- files` a large file up and down and 100,000 attachments,
 * `-- slow` the way in over a slow line, `-- lighthouse` what Lighthouse says.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { prepare, root } from '../../server/bin/prepare.mjs'

try {
  await prepare((line) => console.log(line))
  const args = ['--import', 'tsx', 'tests/bench/main.ts', ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { cwd: fileURLToPath(root), stdio: 'inherit' })
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
