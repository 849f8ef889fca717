/** `npm run organization`: administers organizations, beside a running gateway or before one was ever built. */
import { runSource } from './runSource.mjs'

runSource('server/cli/organization.ts')
