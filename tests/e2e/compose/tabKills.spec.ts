/** R4: whatever was typed until five seconds before a tab died is there when it is opened again, and no older draft takes its place. */
import { names } from '../../servers/lab/env'
import { expect, test } from '../gateway'
import { password, signIn } from '../shell'
import { killTabs } from './killedTabs'

/** `npm run soak` asks for more, over the embedded store; a short run belongs to the tests over mail servers. */
const rounds = Number(process.env.EP_E2E_TAB_KILLS ?? (process.env[names.databaseUrl] ? 20 : 0))
const seed = Number(process.env.EP_E2E_SEED ?? 23)

if (rounds > 0)
  test(`R4, en-US: ${rounds} tabs that crash while one types lose no more than the last five seconds`, async ({
    page,
    context,
    gateway,
  }) => {
    test.setTimeout(60_000 + rounds * 40_000)
    await gateway.addAccount('lin@ep.test', password)
    await context.addInitScript(() => {
      localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    })
    await signIn(page, 'lin@ep.test', 'en-US')
    const report = await killTabs(context, { seed, rounds }, (line) => {
      if (rounds > 20) console.log(line)
    })
    expect(report.faults).toEqual([])
    // Both ways back were taken, where there were so many that each must come up.
    if (rounds >= 20) expect([report.restored, report.saved].every((count) => count > 0)).toBe(true)
  })
