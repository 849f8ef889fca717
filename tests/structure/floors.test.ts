import { describe, expect, it } from 'vitest'
import { breachesOf, cyclesOf, neighbourBreachesOf } from './floors'
import { sourcesOf } from './sources'

const ours = sourcesOf('src', 'server', 'build')

describe('floors', () => {
  it('holds no import that the table forbids', () => {
    expect(breachesOf(ours)).toEqual([])
  })

  it('holds no import between features but through a face', () => {
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
    ['src/features/guide/x.ts', "import { y } from '../../../build/y'"],
    ['build/x.ts', "import { y } from '../src/features/y'"],
    ['src/features/mailbox/x.ts', "import type { Y } from '../../../server/core/y'"],
    ['src/features/mailbox/x.ts', "import axios from 'axios'"],
    ['src/features/mailbox/x.ts', "import { y } from '#src/app/y'"],
    ['src/components/antd/x.tsx', "import dayjs from 'dayjs'"],
    ['src/features/rules/x.tsx', "import DatePicker from 'antd/es/date-picker'"],
    ['src/features/rules/x.tsx', "import message from 'antd/es/message'"],
    ['src/features/rules/x.tsx', "import Modal from 'antd/es/modal'\nModal.confirm({})"],
    ['server/rules/x.ts', "import Database from 'better-sqlite3'"],
  ])('%s: %s', (path, text) => {
    expect(breachesOf(planted(path, text))).not.toEqual([])
  })

  it.each([['src/features/mailbox/x.ts', "import { y } from '../compose/thunks/y'"]])('%s: %s', (path, text) => {
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
