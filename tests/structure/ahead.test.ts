/** The files that `public/ahead.js` fetches are those, and all those, for which login and inbox wait. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { beforeInbox, beforeLogin, jsBefore, type Manifest } from '../support/browser/bundle'

type Files = { readonly login: readonly string[]; readonly inbox: readonly string[] }

const page = readFileSync('dist/app/index.html', 'utf8')
// Both are written by the build itself, which has just been made.
const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Manifest
const written = JSON.parse(/ahead\.js" data-files='([^']*)'/.exec(page)?.[1] ?? '{}') as Files &
  Readonly<Record<string, Files>>

/** What the page itself names already. */
const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
const scripts = (paths: readonly string[] = []) => paths.filter((path) => path.endsWith('.js'))

describe.each(['zh-CN', 'en-US'])('fetched ahead in %s', (language) => {
  const words = written[language]
  it.each([
    ['login', beforeLogin, [written.login, words?.login]],
    ['inbox', beforeInbox, [written.login, words?.login, written.inbox, words?.inbox]],
  ] as const)('is what the %s waits for', (_name, before, lists) => {
    const wanted = jsBefore(manifest, before(language)).map((file) => `/${file}`)
    const fetched = [...named, ...lists.flatMap((list) => scripts(list))]
    expect(fetched.toSorted()).toEqual(wanted.toSorted())
  })
})
