/** A message of 50 MB and a scanner that does not want it. */
import { expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { gtube, startRspamdDouble } from '../../support/connections/rspamdDouble'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway } from '../../support/gateway/gateway'
import { broughtOverSmtp } from '../../support/mail/broughtOverSmtp'
import { messageOf } from '../conformance/inbound/mailScanner'

it('R9: a message of 50 MB that the scanner refuses is delivered once and marked as unscanned', async () => {
  const double = await startRspamdDouble()
  const gateway = await makeTestGateway({ env: { RSPAMD_URL: double.url } })
  try {
    double.fail('refused')
    const calls = makeCalls(gateway)
    await gateway.account('lin@ep.test')
    const session = await calls.signIn('lin@ep.test')
    const message = messageOf(`${gtube}\r\n${`${'x'.repeat(78)}\r\n`.repeat(640 * 1024)}`)
    const envelope = { from: 'a@x.example', to: ['lin@ep.test'], mostBytes: limits.messageBytes }
    await broughtOverSmtp(gateway, message, envelope)
    // Where it takes longer than a scan may, the scanner never has it whole.
    for (const { body } of double.asked) expect(body.length).toBeGreaterThanOrEqual(50 * 1024 * 1024)
    const { list } = (await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })).json
    const [mail, ...others] = Array.isArray(list) ? list : []
    expect(others).toEqual([])
    const opened = (await calls.post('readmail/showMail.action', { id: String(mail?.id) }, { session })).json
    expect(opened).toMatchObject({ mail: { unscanned: true } })
  } finally {
    await gateway.close()
    await double.close()
  }
})
