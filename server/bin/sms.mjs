/** `npm run sms -- PHONE CODE`: plays a text message that somebody sent to our number, where no operator does. */
import { runSource } from './runSource.mjs'

runSource('server/cli/sms.ts')
