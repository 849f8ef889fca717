/** Pigeonhole's compiler takes whatever rules are written as Sieve, texts that try to be more than texts included. */
import { expect, it } from 'vitest'
import { compileRules } from '../support/mail/compiledRules'

it('S14: each of 200 sets of rules, in all three ways to write a dollar sign', async () => {
  expect(await compileRules({ count: 200, seed: 23 })).toEqual([])
}, 120_000)
