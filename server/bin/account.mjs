/** `npm run account`: administers mailboxes, beside a running gateway or before one was ever built. */
import { runSource } from './runSource.mjs'

runSource('server/cli/account.ts')
