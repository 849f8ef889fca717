/** PostgreSQL: a cluster that is thrown away with its folder, so it need not wait for the disk. It refuses to be run by root. */
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOnce } from './processes'
import { systemUser } from './systemUser'

export const postgresPaths = (folder: string) => {
  const home = join(folder, 'postgres')
  return { home, data: join(home, 'data'), log: join(home, 'postgres.log') }
}

const versions = '/usr/lib/postgresql'

/** The folder of the newest installed server's programs; null where there is none. */
export async function postgresPrograms(): Promise<string | null> {
  const names = await readdir(versions).catch((): string[] => [])
  const newestFirst = names.sort((a, b) => Number(b) - Number(a))
  for (const name of newestFirst) {
    const programs = join(versions, name, 'bin')
    const found = await readdir(programs).catch((): string[] => [])
    if (found.includes('initdb') && found.includes('postgres')) return programs
  }
  return null
}

export async function writePostgres({ folder, password }: { readonly folder: string; readonly password: string }) {
  const { home, data } = postgresPaths(folder)
  const owner = await systemUser('postgres')
  await mkdir(home, { recursive: true })
  await chown(home, owner.uid, owner.gid)
  const programs = await postgresPrograms()
  if (programs === null) throw new Error(`No PostgreSQL under ${versions}`)
  const secret = join(home, 'password')
  await writeFile(secret, password, { mode: 0o600 })
  await chown(secret, owner.uid, owner.gid)
  const manner = ['--username=ep', `--pwfile=${secret}`, '--auth=scram-sha-256', '--no-sync', '--no-instructions']
  await runOnce(`${programs}/initdb`, ['-D', data, ...manner, '--encoding=UTF8', '--locale=C.UTF-8'], {
    ...owner,
    env: { PATH: process.env.PATH },
  })
}

/** How the server is run. */
export async function postgresCommand(folder: string, port: number) {
  const { home, data } = postgresPaths(folder)
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    max_connections: '300',
    shared_buffers: '64MB',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return {
    command: `${await postgresPrograms()}/postgres`,
    args: ['-D', data, ...args],
    ...(await systemUser('postgres')),
  }
}
