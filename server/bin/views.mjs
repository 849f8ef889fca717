/** `npm run views -- --days DAYS`: prints the page views that the gateway itself has counted. */
import { runSource } from './runSource.mjs'

runSource('server/cli/views.ts')
