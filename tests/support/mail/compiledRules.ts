/** Sets of rules with hostile texts: written as Sieve, read back, and given to Pigeonhole's compiler. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { sieveRuleFile } from '#server/rules/sieve/readRules'
import { asBytes, composeScript, readScript } from '#server/rules/sieve/readSieve'
import { writeSieve } from '#server/rules/sieve/writeSieve'
import { removeFolder } from '../removeFolder'
import { nastyRules, randomFrom } from './someRules'

const options = { pathOf: (path: string) => path, knows: new Set(['mailbox']), includes: [] } as const
/** What stands before our rules tells which way of writing a dollar sign is left. */
const ways = [
  ['plain', ''],
  ['encoded', 'require "encoded-character";\r\n'],
  ['variables', 'require "variables";\r\n'],
] as const

/** Answers what is wrong, each with the number of its set. */
export async function compileRules({ count, seed }: { readonly count: number; readonly seed: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'ep-sievec-'))
  try {
    const random = randomFrom(seed)
    const faults: string[] = []
    for (let at = 0; at < count; at += 1) {
      const set = nastyRules(random)
      const [dollars, before] = ways[at % ways.length] ?? ways[0]
      const own = { rules: set, includes: [] }
      const written = writeSieve(set, { ...options, dollars })
      const script = composeScript({ own: null, before: asBytes(before), after: '' }, own, written)
      if (!isDeepStrictEqual(readScript(script).own?.rules, set)) faults.push(`set ${at} of seed ${seed} changes`)
      const file = { rules: set.rules, foreign: [] }
      if (!isDeepStrictEqual(sieveRuleFile.read(sieveRuleFile.write(set.rules)), file))
        faults.push(`set ${at} of seed ${seed} changes in a file`)
      await writeFile(join(folder, `${at}.sieve`), script, 'latin1')
    }
    // It ends with 1 where it refuses a script, and compiles the rest.
    await promisify(execFile)('sievec', [folder]).catch(() => undefined)
    const made = new Set(await readdir(folder))
    for (let at = 0; at < count; at += 1)
      if (!made.has(`${at}.svbin`)) faults.push(`set ${at} of seed ${seed} is refused by sievec`)
    return faults
  } finally {
    await removeFolder(folder)
  }
}
