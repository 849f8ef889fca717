/** `npm run pay -- ORDER`: plays the payer of an order, where no payment provider is configured. */
import { runSource } from './runSource.mjs'

runSource('server/cli/pay.ts')
