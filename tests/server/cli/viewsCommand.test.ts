import { describe, expect, it } from 'vitest'
import { Misuse } from '#server/cli/misuse'
import { runViewsCommand, usage } from '#server/cli/viewsCommand'
import type { DayCount } from '#server/pageViews/pageViews.store'

const clock = { now: () => Date.UTC(2026, 10, 22, 23, 59) }

function run(words: readonly string[], counts: readonly DayCount[] = []) {
  return runViewsCommand({ clock, viewCounter: { since: async (day) => counts.filter((it) => it.day >= day) } }, words)
}

const counts = [
  { day: '2026-11-20', route: 'login', views: 7 },
  { day: '2026-11-21', route: 'login', views: 1_204 },
  { day: '2026-11-21', route: 'receive', views: 31 },
  { day: '2026-11-22', route: 'receive', views: 1 },
  { day: '2026-11-22', route: 'homePage', views: 32 },
]

describe('npm run views', () => {
  it('prints the pages, the most looked at first, and the days from today', async () => {
    expect(await run(['--days', '2'], counts)).toBe(
      [
        'Page views from 2026-11-21 to 2026-11-22 (UTC)',
        '',
        '  views  page',
        '   1204  login',
        '     32  homePage',
        '     32  receive',
        '   1268  in all',
        '',
        '  views  day',
        '     33  2026-11-22',
        '   1235  2026-11-21',
        '   1268  in all',
      ].join('\n'),
    )
  })

  it('looks thirty days back where nothing is said', async () => {
    expect(await run([])).toBe('Page views from 2026-10-24 to 2026-11-22 (UTC): none.')
  })

  it.each([['--days', '0'], ['--days', '-1'], ['--days', '3661'], ['--days', '1e3'], ['--days']])(
    'takes no %s %s',
    async (...words) => {
      await expect(run(words)).rejects.toThrow(Misuse)
    },
  )

  it.each([['30'], ['--help'], ['--days', '3', '4']])('says how it is used for %s', async (...words) => {
    await expect(run(words)).rejects.toThrow(usage)
  })
})
