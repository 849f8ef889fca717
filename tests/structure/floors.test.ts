import { describe, expect, it } from 'vitest'
import { breachesOf, cyclesOf, neighbourBreachesOf } from './floors'
import { sourcesOf } from './sources'

const ours = sourcesOf('src', 'server')

describe('floors', () => {
  it('holds no import that the table forbids', () => {
    expect(breachesOf(ours)).toEqual([])
  })

  it('holds no import between features but through a face, and none between adapters', () => {
    expect(neighbourBreachesOf(ours)).toEqual([])
  })

  it('holds no circle of imports', () => {
    expect(cyclesOf(ours)).toEqual([])
  })
})

describe('a planted breach is found', () => {
  const planted = (path: string, text: string) => new Map([[path, text]])

  it.each([
    ['src/contract/x.ts', "import { y } from '../lib/http/y'"],
    ['src/contract/x.ts', "import axios from 'axios'"],
    ['src/lib/x.ts', "import { y } from '../store/y'"],
    ['src/components/x.tsx', "import { y } from '../features/mailbox'"],
    ['src/features/mailbox/x.ts', "import { y } from '../../app/y'"],
    ['src/features/mailbox/x.ts', "import type { Y } from '../../../server/core/y'"],
    ['src/features/mailbox/x.ts', "import axios from 'axios'"],
    ['server/services/x.ts', "import { y } from '../adapters/embedded/y'"],
    ['server/services/x.ts', "import { y } from '#server/adapters/embedded/y'"],
    ['src/features/mailbox/x.ts', "import { y } from '#src/app/y'"],
    ['server/services/x.ts', "export { y } from '../http/y'"],
    ['server/services/x.ts', "const y = await import('../http/y')"],
    ['server/http/x.ts', "import { y } from '../adapters/embedded/y'"],
    ['server/adapters/embedded/x.ts', "import { y } from '../../services/y'"],
    ['server/services/x.ts', "import Database from 'better-sqlite3'"],
  ])('%s: %s', (path, text) => {
    expect(breachesOf(planted(path, text))).not.toEqual([])
  })

  it.each([
    ['src/features/mailbox/x.ts', "import { y } from '../compose/thunks/y'"],
    ['server/adapters/relay/x.ts', "import { y } from '../embedded/y'"],
  ])('%s: %s', (path, text) => {
    expect(neighbourBreachesOf(planted(path, text))).toHaveLength(1)
  })

  it('a face may be imported', () => {
    expect(neighbourBreachesOf(planted('src/features/mailbox/x.ts', "import { y } from '../compose'"))).toEqual([])
  })

  it('a circle of three', () => {
    const circle = new Map([
      ['src/lib/a.ts', "import './b'"],
      ['src/lib/b.ts', "import './c'"],
      ['src/lib/c.ts', "import './a'"],
    ])
    expect(cyclesOf(circle)).toHaveLength(1)
  })
})
