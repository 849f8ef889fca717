/** `npm run test:watch`: the projects of `vite.config.ts`, with workers that stay and shorter timeouts. */
import { mergeConfig } from 'vite'
import config from '../vite.config'
import { warmWorkers } from './support/warmWorkers'

const quick = { testTimeout: 5_000, hookTimeout: 20_000, expect: { poll: { timeout: 2_500 } } }
const base = config({ command: 'serve', mode: 'test', isSsrBuild: false })
const firstRun = { testTimeout: 20_000, hookTimeout: 30_000, expect: { poll: { timeout: 10_000 } } }

export default mergeConfig(base, { test: { ...quick, pool: await warmWorkers(firstRun) } })
