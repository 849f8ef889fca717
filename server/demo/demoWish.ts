/** Whether an empty store gets demo mailboxes. */
import type { Config } from '../config/readConfig'
import { isLoopback } from '../kit/network/loopback'

export const noDemo =
  'DEMO makes no mailboxes, since HOST lets other machines in: npm run account -- add makes one. DEMO=0 leaves this line out.'

/** `public`: DEMO asks for them, but HOST is not loopback, and nobody asked for mailboxes whose passwords lie in a journal. */
export function demoWish({
  demo,
  host,
  servers,
}: Pick<Config, 'demo' | 'host' | 'servers'>): 'made' | 'public' | 'none' {
  if (!demo || servers !== null) return 'none'
  return isLoopback(host) ? 'made' : 'public'
}
