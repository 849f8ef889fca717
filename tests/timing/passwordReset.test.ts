import { expect, it } from 'vitest'
import { makeCalls } from '../support/gateway/calls'
import { makeTestGateway } from '../support/gateway/gateway'
import { readableCaptchas } from '../support/mail/readableCaptchas'

it('S19: a reset that is begun for an unknown address takes the time of one for a known address', async () => {
  const { paintCaptcha, newest } = readableCaptchas()
  const gateway = await makeTestGateway({ paintCaptcha })
  const calls = makeCalls(gateway)
  const { id } = await gateway.account('lin@ep.test')
  await gateway.stores.secureMailboxes.ask(id, 'lin@far.example')
  await gateway.stores.secureMailboxes.confirm(id, 'lin@far.example', 1)
  const timeOf = async (address: string, run: number) => {
    // Limits are by the hour.
    gateway.clock.advance(3_600_001)
    const captchaRandom = `${address} ${run}`.padEnd(16, '-')
    await calls.get('vipRegister/captcha', { random: captchaRandom })
    const start = performance.now()
    const { json } = await calls.post('passwordReset/begin.action', { address, captcha: newest(), captchaRandom })
    const taken = performance.now() - start
    expect(json.code).toBe('200')
    return taken
  }
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const areAlike = () => unknown > known / 2 && unknown < known * 2
  for (let run = 0; run < 60 && !(run >= 10 && areAlike()); run++) {
    known = Math.min(known, await timeOf('lin@ep.test', run))
    unknown = Math.min(unknown, await timeOf('nobody@ep.test', run))
  }
  await gateway.close()
  expect(areAlike(), `${known} ms and ${unknown} ms`).toBe(true)
})
