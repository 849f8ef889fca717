/** The app on a site of its own, built for gateways on others (SPEC §7). */
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readGatewayOrigins } from '../../server/http/gatewayOrigins'
import { jsonAnswer } from '../../server/http/handle'
import { overFastify } from '../../server/http/overFastify'
import { makeReadiness } from '../../server/http/readiness'
import { removeFolder } from '../support/removeFolder'
import { root } from './setup'

const run = promisify(execFile)

export type AppSite = { readonly close: () => Promise<void> }

/** Serves at 127.0.0.1:`port` an app that is built with `env`; its own site answers no call. */
export async function openAppSite(port: number, env: Readonly<Record<string, string>>): Promise<AppSite> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-app-'))
  const drop = () => removeFolder(folder)
  try {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', folder]
    await run(process.execPath, vite, { cwd: root, env: { ...process.env, ...env } })
    const app = await overFastify({
      handler: async () => jsonAnswer(404, { code: 'notFound' }),
      corsOrigins: [],
      publicUrl: null,
      trustProxy: null,
      connectionsPerAddress: 1_000,
      appFolder: folder,
      brand: { nameZh: '易邮', nameEn: 'EP Mail' },
      gatewayOrigins: await readGatewayOrigins(folder),
      readiness: makeReadiness({ checks: {}, now: Date.now }),
      reportBug: () => undefined,
    })
    await app.listen({ host: '127.0.0.1', port })
    return {
      close: async () => {
        await app.close()
        await drop()
      },
    }
  } catch (error) {
    await drop()
    throw error
  }
}
