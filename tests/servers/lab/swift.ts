/** OpenStack Swift, whose proxy speaks S3: a ring of one device on loopback, thrown away with its folder. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './ports'
import { type Program, runOnce, type startProgram } from './processes'
import { type Server, serverOf } from './server'

const kinds = ['account', 'container', 'object'] as const

const [account, user, secret] = ['ep', 'files', 'labsecret']

export type Swift = Pick<Server, 'stop'> & {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  readonly proxy: Server
}

export async function startSwift(folder: string, start: typeof startProgram): Promise<Swift> {
  const home = join(folder, 'swift')
  await mkdir(join(home, 'devices', 'd1'), { recursive: true })
  const [cachePort, proxyPort] = [await freePort(), await freePort()]
  const config = (name: string) => join(home, name)
  await writeFile(
    config('swift.conf'),
    ini({
      'swift-hash': { swift_hash_path_prefix: 'lab', swift_hash_path_suffix: 'lab' },
      'storage-policy:0': { name: 'one', default: 'yes' },
    }),
  )
  const common = { bind_ip: '127.0.0.1', workers: 0, user: 'root', swift_dir: home }
  const program = (command: string, args: readonly string[]): Program => ({
    ...{ command, args, log: join(home, `${command.split('/').pop()}.log`), stopSignal: 'SIGTERM' },
  })
  const run = (name: string, port: number) =>
    serverOf(
      (one) => start(folder, one),
      [port],
      async () => program(`/usr/bin/swift-${name}-server`, [config(`${name}.conf`)]),
    )
  const storage: Server[] = []
  for (const kind of kinds) {
    const port = await freePort()
    const builder = config(`${kind}.builder`)
    const ring = (...args: readonly string[]) => runOnce('/usr/bin/swift-ring-builder', [builder, ...args])
    await ring('create', '4', '1', '0')
    await ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
    await ring('rebalance')
    await writeFile(
      config(`${kind}.conf`),
      ini({
        DEFAULT: { ...common, bind_port: port, devices: join(home, 'devices'), mount_check: 'false' },
        'pipeline:main': { pipeline: `${kind}-server` },
        [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
      }),
    )
    storage.push(run(kind, port))
  }
  await writeFile(config('proxy.conf'), ini(proxySettings({ ...common, bind_port: proxyPort }, cachePort)))
  const cache = serverOf(
    (one) => start(folder, one),
    [cachePort],
    async () => program('/usr/bin/memcached', ['-u', 'root', '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16']),
  )
  const proxy = run('proxy', proxyPort)
  const all = [cache, ...storage, proxy]
  await Promise.all(all.map((server) => server.start()))
  return {
    endpoint: `http://127.0.0.1:${proxyPort}`,
    accessKey: `${account}:${user}`,
    secretKey: secret,
    proxy,
    stop: async () => {
      await Promise.all(all.map((server) => server.stop()))
    },
  }
}

const proxySettings = (common: Readonly<Record<string, string | number>>, cachePort: number) => ({
  DEFAULT: common,
  'pipeline:main': { pipeline: 'catch_errors cache listing_formats s3api tempauth slo dlo proxy-server' },
  'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true', allow_account_management: 'true' },
  'filter:catch_errors': { use: 'egg:swift#catch_errors' },
  'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${cachePort}` },
  'filter:listing_formats': { use: 'egg:swift#listing_formats' },
  'filter:s3api': { use: 'egg:swift#s3api', location: 'us-east-1', allow_multipart_uploads: 'true' },
  'filter:tempauth': { use: 'egg:swift#tempauth', [`user_${account}_${user}`]: `${secret} .admin` },
  'filter:slo': { use: 'egg:swift#slo' },
  'filter:dlo': { use: 'egg:swift#dlo' },
})

function ini(sections: Readonly<Record<string, Readonly<Record<string, string | number>>>>): string {
  return Object.entries(sections)
    .map(([name, settings]) =>
      [`[${name}]`, ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`), ''].join('\n'),
    )
    .join('\n')
}
