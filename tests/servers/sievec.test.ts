/** Pigeonhole's compiler takes whatever rules are written as Sieve, texts that try to be more than texts included. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { asBytes, composeScript } from '#server/rules/sieve/readSieve'
import { writeSieve } from '#server/rules/sieve/writeSieve'
import { nastyRules, randomFrom } from '../support/mail/someRules'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-sievec-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const sets = 200
const options = { pathOf: (path: string) => path, knows: new Set(['mailbox']), includes: [] } as const

it('S14: each of 200 sets of rules, in all three ways to write a dollar sign', async () => {
  const random = randomFrom(23)
  for (let at = 0; at < sets; at += 1) {
    const rules = nastyRules(random)
    const dollars = (['plain', 'encoded', 'variables'] as const)[at % 3] ?? 'plain'
    const before = { plain: '', encoded: 'require "encoded-character";\r\n', variables: 'require "variables";\r\n' }[
      dollars
    ]
    const written = writeSieve(rules, { ...options, dollars })
    const script = composeScript({ own: null, before: asBytes(before), after: '' }, { rules, includes: [] }, written)
    await writeFile(join(folder, `${at}.sieve`), script, 'latin1')
  }
  await promisify(execFile)('sievec', [folder])
  const made = (await readdir(folder)).filter((name) => name.endsWith('.svbin'))
  expect(made).toHaveLength(sets)
}, 120_000)
