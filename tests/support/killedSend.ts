/** A process of its own that sends one mail and, where it is told, ends itself by SIGKILL between two steps. */
import { callerOf, openSending, sendForm } from './sendingPlace'

const [folder = '', port = '', killAt = '', to = ''] = process.argv.slice(2)

const place = await openSending({
  folder,
  relayPort: Number(port),
  checkpoint: (name) => {
    if (name === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
const sender = await place.account('lin')
const form = sendForm({ to: to.split(','), bcc: ['bea@ep.test'], idempotencyKey: 'once' })
await place.send(form, callerOf(sender))
process.stdout.write('yes\n')
await place.dispatcher.drain()
await place.close()
