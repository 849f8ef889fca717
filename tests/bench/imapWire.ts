/** Which commands a first page costs, listened to on the line between gateway and mail server. */
import { mkdtemp } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGateway } from '../../server/composition/root'
import { readConfig } from '../../server/config/readConfig'
import type { LabUser } from '../servers/lab/users'
import { removeFolder } from '../support/removeFolder'
import { signInAt } from './callHouse'

export type Said = { readonly cold: readonly string[]; readonly warm: readonly string[] }

export async function commandsOfFirstPage(
  settings: Readonly<Record<string, string>>,
  port: number,
  { address, password }: LabUser,
): Promise<Said> {
  const wire = await listenIn(port)
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  const house = await openGateway(
    readConfig({ ...settings, IMAP_URL: `imap://127.0.0.1:${wire.port}`, DATA_DIR: dataDir }),
  )
  try {
    const call = await signInAt(house.handler, address, password)
    const page = async () => {
      wire.heard()
      await call('POST', 'query/queryfolder2.action', { folder: 'inbox', page: '1', pageSize: '50' })
      return wire.heard()
    }
    return { cold: await page(), warm: await page() }
  } finally {
    await house.close()
    await wire.close()
    await removeFolder(dataDir)
  }
}

async function listenIn(to: number) {
  let heard: string[] = []
  const server = createServer((client) => {
    const onward = connect({ port: to, host: '127.0.0.1', noDelay: true })
    client.setNoDelay(true)
    client.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n')) {
        const name = /^\w+ ((?:UID )?[A-Z]+)/.exec(line)?.[1]
        if (name === undefined || name === 'LOGOUT') continue
        heard.push(name === 'LIST' && line.includes('STATUS') ? 'LIST with STATUS' : name)
      }
      onward.write(bytes)
    })
    onward.on('data', (bytes) => client.write(bytes))
    for (const socket of [client, onward]) socket.on('error', () => undefined)
    client.on('close', () => onward.destroy())
    onward.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    port: address.port,
    /** What was said since the last question. */
    heard: (): readonly string[] => {
      const said = heard
      heard = []
      return said
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
