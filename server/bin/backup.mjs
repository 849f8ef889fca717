/** `npm run backup`: copies the store of a gateway, running or not, into a new folder. */
import { runSource } from './runSource.mjs'

runSource('server/cli/backup.ts')
