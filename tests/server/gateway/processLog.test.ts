/** What a gateway's process writes, its libraries included, which bring loggers of their own: lines of its log alone, that name nobody. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../../servers/lab/ports'
import { formText, type RawValues } from '../../support/gateway/calls'
import { type GatewayProcess, gatewayProcess } from '../../support/gateway/gatewayProcess'
import { startInboxServer } from '../../support/gateway/inboxServer'
import { removeFolder } from '../../support/removeFolder'

const form = 'application/x-www-form-urlencoded'
const password = 'Geheim-0rt'
const keyword = 'Scheidungspapiere'
const ending: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function started(): Promise<GatewayProcess> {
  const imap = await startInboxServer()
  ending.push(imap.close)
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-log-'))
  ending.push(() => removeFolder(folder))
  const gateway = gatewayProcess(
    {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SMTP_PORT: '0',
      MAIL_DOMAINS: 'ep.test',
      IMAP_URL: `imap://127.0.0.1:${imap.port}`,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'debug',
      DRAIN_SECONDS: '0',
    },
    'sources',
  )
  ending.push(gateway.kill)
  await gateway.start()
  return gateway
}

it('S17, S35: a process says on neither stream who signs in, with what, or what is looked for', async () => {
  const gateway = await started()
  const post = async (path: string, values: RawValues, token = '') => {
    const headers = { 'content-type': form, ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${gateway.url}/webmail/${path}`, { method: 'POST', headers, body: formText(values) })
    return JSON.parse(await answer.text())
  }
  const { accessToken } = await post('login/loginService.action', { username: 'lin@ep.test', password })
  expect(accessToken).toEqual(expect.any(String))
  await post('query/queryfolder2.action', { folder: 'inbox' }, accessToken)
  await post('query/search2.action', { keyword, location: 'all' }, accessToken)
  await fetch(`${gateway.url}/webmail/${keyword}?token=${accessToken}`)
  await gateway.stop()

  const said = gateway.said()
  for (const secret of ['lin@', password, keyword, accessToken]) expect(said).not.toContain(secret)
  const [announced, ...rest] = said.split('\n').filter((line) => line !== '' && !line.startsWith('  Sign in with'))
  expect(announced).toBe(`  EP Mail is at ${gateway.url}`)
  const events: unknown[] = rest.map((line) => JSON.parse(line).event)
  for (const event of events) expect(['started', 'request', 'bug', 'draining', 'closing', 'closed']).toContain(event)
  expect(events.filter((event) => event === 'request').length).toBeGreaterThanOrEqual(4)
})
