/** A gateway in a process of its own that takes one send in hand and stands still (SIGSTOP) right before the last dot. */
import { openPostgres } from '#server/sql/postgres/openPostgres'
import { makeWorld } from '../gateway/twoGateways'

const [url = '', lease = ''] = process.argv.slice(2)

const db = openPostgres(url, { connections: 3 })
const gateway = makeWorld().gateway(db, {
  options: { leaseMs: Number(lease) },
  beforeDot: async () => {
    process.kill(process.pid, 'SIGSTOP')
  },
  onSent: () => process.stdout.write('sent\n'),
})
await gateway.send('e1')
await gateway.dispatcher.drain()
process.stdout.write(`${gateway.reported.join(' ')}\n`)
await db.destroy()
