/** A process of its own that asks for the recall of a mail and, where it is told, ends itself by SIGKILL between two steps. */
import { makeCalls } from '../gateway/calls'
import { makeTestGateway } from '../gateway/gateway'

const [dataDir = '', killAt = '', id = '', now = '0', username = 'lin@ep.test', settings = '{}'] = process.argv.slice(2)

const gateway = await makeTestGateway({
  dataDir,
  now: Number(now),
  // Written by the test that starts it.
  env: JSON.parse(settings) as Record<string, string>,
  checkpoint: (name) => {
    if (name === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
const calls = makeCalls(gateway)
const session = await calls.signIn(username)
const { json } = await calls.post('recall/recallMail.action', { id, notice: 1 }, { session })
if (json.code === '200') process.stdout.write('yes\n')
if (killAt === 'answered') process.kill(process.pid, 'SIGKILL')
await gateway.drain()
await gateway.close()
