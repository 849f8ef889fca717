/** Gateways that may be killed while they send: over the embedded store, and over Dovecot and Postfix. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePasswordHasher } from '#server/session/password/passwordHasher.argon2'
import { startLab } from '../../servers/lab'
import { gatewaySettings } from '../../servers/lab/gatewaySettings'
import { freePort } from '../../servers/lab/ports'
import { openSmtpSink } from '../connections/smtpSink'
import { makeTestGateway, testPassword } from '../gateway/gateway'
import { gatewayProcess } from '../gateway/gatewayProcess'
import { type SendingWorld, sendsOfOne } from '../kills/killedBatches'
import { removeFolder } from '../removeFolder'
import { seededRandom } from '../seededRandom'

type WorldOptions = { readonly count: number; readonly seed: number; readonly program: 'built' | 'sources' }

/** A relay takes up to so many milliseconds for the answer to a message. */
const slowestAnswer = 80

const sendersFor = (count: number) => Array.from({ length: Math.ceil(count / sendsOfOne) }, (_, at) => `sender${at}`)

async function openSink(seed: number) {
  const below = seededRandom(seed)
  return openSmtpSink(() => below(slowestAnswer))
}

/** `count`: of sends, for which there are senders. */
export async function openEmbeddedWorld({ count, seed, program }: WorldOptions): Promise<SendingWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const sink = await openSink(seed)
  const first = await makeTestGateway({ dataDir: folder, now: Date.now(), hasher: await makePasswordHasher() })
  const person = (name: string) => ({ address: `${name}@ep.test`, password: testPassword })
  const [senders, locals] = [sendersFor(count).map(person), [person('wang'), person('bea')] as const]
  for (const { address } of [...senders, ...locals]) await first.account(address)
  await first.close()
  const gateway = gatewayProcess(
    {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      SMTP_PORT: '0',
      RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    },
    program,
  )
  const close = async () => {
    await gateway.kill()
    await sink.close()
    await removeFolder(folder)
  }
  await gateway.start().catch(async (error) => {
    await close()
    throw error
  })
  return { gateway, sink, senders, locals, close }
}

/** The same over a lab of its own, whose Postfix carries mail for outside to the sink. */
export async function openServersWorld({ count, seed, program }: WorldOptions): Promise<SendingWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-servers-'))
  const sink = await openSink(seed)
  const lab = await startLab({ outsidePort: sink.port })
  const close = async () => {
    await lab.stop()
    await sink.close()
    await removeFolder(folder)
  }
  try {
    const { env } = lab
    const settings = gatewaySettings({
      domain: env.EP_LAB_DOMAIN,
      imapPort: Number(env.EP_LAB_IMAP_PORT),
      smtpPort: Number(env.EP_LAB_SMTP_PORT),
      sievePort: Number(env.EP_LAB_SIEVE_PORT),
      databaseUrl: env.EP_LAB_DATABASE_URL,
    })
    const own = { DATA_DIR: folder, DEMO: '0', PORT: String(await freePort()), SMTP_PORT: String(await freePort()) }
    const gateway = gatewayProcess({ PATH: process.env.PATH, ...settings, ...own }, program)
    const senders = await Promise.all(sendersFor(count).map((name) => lab.addUser(name)))
    const locals = [await lab.addUser('wang'), await lab.addUser('bea')] as const
    await gateway.start()
    const closeAll = async () => {
      await gateway.kill()
      await close()
    }
    return { gateway, sink, senders, locals, close: closeAll }
  } catch (error) {
    await close()
    throw error
  }
}
