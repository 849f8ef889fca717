/** `npm run organization`: administers organizations, beside a running gateway or before one. */
import { runSource } from './runSource.mjs'

runSource('server/cli/organization.ts')
