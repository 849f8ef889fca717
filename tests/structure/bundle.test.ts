import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  antdSizes,
  beforeInbox,
  beforeLogin,
  beforeProduct,
  bundleSizes,
  jsBefore,
  type Manifest,
} from '../support/browser/bundle'

describe('the built app', () => {
  it.each([...bundleSizes('dist/app'), ...antdSizes('dist/app')])(
    '$name stays within its budget',
    ({ kib, budgetKib, leastKib }) => {
      expect(kib).toBeLessThanOrEqual(budgetKib)
      expect(kib).toBeGreaterThan(leastKib)
    },
  )

  it.each([
    ['the login form', beforeLogin],
    ['the inbox', beforeInbox],
    ['the product pages', beforeProduct],
  ] as const)('has nothing of antd and dayjs before %s', (_page, entries) => {
    const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Manifest
    const first = jsBefore(manifest, entries('zh-CN'))
    for (const [entry, sign] of [
      ['AntdScope', 'getPrefixCls'],
      ['src/features/sending/schedule/ScheduleDialog.tsx', 'YYYY-MM-DDTHH:mm:ssZ'],
    ] as const) {
      const holds = (file: string) => readFileSync(`dist/app/${file}`, 'utf8').includes(sign)
      expect(first.filter(holds)).toEqual([])
      expect(jsBefore(manifest, [entry]).filter(holds)).not.toEqual([])
    }
  })

  it('has nothing of payment before the inbox, nor in what lies beside every page', () => {
    const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Manifest
    const holds = (file: string) => readFileSync(`dist/app/${file}`, 'utf8').includes('pay/createOrder.action')
    for (const language of ['zh-CN', 'en-US'])
      expect(
        jsBefore(manifest, [...beforeInbox(language), 'src/app/background/BackgroundTasks.tsx']).filter(holds),
      ).toEqual([])
    expect(jsBefore(manifest, ['src/features/membership/index.ts']).filter(holds)).not.toEqual([])
  })
})
