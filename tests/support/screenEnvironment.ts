/** Vitest's jsdom with less of the default stylesheet: tests ask of a style whether an element shows and can be clicked. */
import fs from 'node:fs'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const rule = /[^{}]+\{[^{}]*\}/g
/** The editor asks whether spaces stand as they are. */
const isAsked = /[\s;{](?:display|visibility|pointer-events|opacity|white-space)\s*:/

/** jsdom matches each rule against each element that a query looks at, and most of them set nothing that is read. */
const askedRules = (css: string): string =>
  (css.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(rule) ?? []).filter((text) => isAsked.test(text)).join('\n')

const { jsdom } = builtinEnvironments

const screenEnvironment: Environment = {
  ...jsdom,
  setup: async (global, options) => {
    const { readFileSync } = fs
    // jsdom reads its defaults once, while it is loaded, and has no option for them.
    Object.assign(fs, {
      readFileSync: (...asked: Parameters<typeof readFileSync>) => {
        const found = readFileSync(...asked)
        return String(asked[0]).endsWith('default-stylesheet.css') ? askedRules(String(found)) : found
      },
    })
    try {
      return await jsdom.setup(global, options)
    } finally {
      fs.readFileSync = readFileSync
    }
  },
}

export default screenEnvironment
