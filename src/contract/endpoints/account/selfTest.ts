/** What a gateway says of itself to somebody who looks why something does not work. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'

export const gatewayState = endpoint({
  method: 'GET',
  path: 'webmail/main/gatewayState.action',
  reply: v.object({
    /** Its clock, in epoch milliseconds. */
    time: v.number(),
    version: v.string(),
    contract: v.string(),
  }),
})
