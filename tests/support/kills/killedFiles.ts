/** A process of its own that does one thing with files and ends itself by SIGKILL between two steps. */
import { makeCalls, type RawValues } from '../gateway/calls'
import { makeTestGateway } from '../gateway/gateway'
import { largeFile, sentFile } from '../gateway/sentFile'

/** What it does: sends a file, makes a call, or sweeps. */
export type KilledWork = {
  readonly send?: true
  readonly call?: { readonly path: string; readonly form: RawValues }
  readonly sweepAt?: number
}

/** `killAt`: a step, with a number behind it where it is not the first such step. */
const [dataDir = '', killAt = '', now = '0', token = '', work = '{}'] = process.argv.slice(2)
const [step = '', time = '1'] = killAt.split(' ')
// Written by the test that starts it.
const { send, call, sweepAt } = JSON.parse(work) as KilledWork

let seen = 0
const reach = (name: string) => {
  if (name !== step) return
  seen += 1
  if (seen === Number(time)) process.kill(process.pid, 'SIGKILL')
}
const gateway = await makeTestGateway({ dataDir, now: Number(now), checkpoint: reach })
const calls = makeCalls(gateway)
const session = { token }
/** Written at once, so that nothing is lost with the process. */
const tell = (answered: string) => {
  process.stdout.write(`${answered}\n`)
  reach('answered')
}
if (send) {
  const uploadId = await sentFile({ gateway, calls, session, tell }, largeFile)
  await calls.post('files/addFile.action', { uploadId, name: largeFile.name }, { session })
  tell('added')
}
if (call) tell(JSON.stringify((await calls.post(call.path, call.form, { session })).json))
if (sweepAt) {
  gateway.clock.set(sweepAt)
  await gateway.house.sweep()
}
await gateway.close()
