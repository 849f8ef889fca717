/**
 * A process of its own that sends one mail and, where it is told, ends itself by SIGKILL between two steps. It says on its output what the
 * person was told: `yes` to the send, `back` to an undo.
 */

import { callerOf, openSending, sendForm } from '../stores/sendingSetup'
import { type KilledWay, killedWays } from './killedWays'

const [folder = '', port = '', killAt = '', to = '', way = 'plain', began = '0'] = process.argv.slice(2)
const isWay = (word: string): word is KilledWay => word in killedWays
if (!isWay(way)) throw new Error(`Nothing is sent by way of ${way}`)

/** A step may be met more than once: `handing 2` is the second time. */
const [step, time = '1'] = killAt.split(' ')
let met = 0
let ahead = 0

const place = await openSending({
  folder,
  relayPort: Number(port),
  now: () => Date.now() + ahead,
  checkpoint: (name) => {
    if (name !== step) return
    met += 1
    if (met === Number(time)) process.kill(process.pid, 'SIGKILL')
  },
})
const sender = await place.account('lin')
const { formAt, waitMs, isUndone } = killedWays[way]
const form = sendForm({ to: to.split(','), bcc: ['bea@ep.test'], idempotencyKey: 'once', ...formAt(Number(began)) })
const { id } = await place.send(form, callerOf(sender))
process.stdout.write('yes\n')
await place.dispatcher.drain()
if (isUndone) {
  await place.takeBack({ id }, callerOf(sender))
  process.stdout.write('back\n')
}
ahead = waitMs
await place.dispatcher.drain()
await place.close()
