/** Signs people in at a gateway of its own, lets each read and search, and says what each has cost. Started by imapMemory.ts. */
import { once } from 'node:events'
import * as v from 'valibot'
import { openGateway } from '../../server/composition/root'
import { readConfig } from '../../server/config/readConfig'
import { signInAt } from './callHouse'

const user = v.object({ address: v.string(), password: v.string() })
const order = v.object({ settings: v.record(v.string(), v.string()), users: v.array(user) })
const listed = v.object({ list: v.array(v.object({ id: v.string() })) })
/** The first few make what all share: worker threads, compiled code, statements. */
const warming = 10

const { settings, users } = v.parse(order, (await once(process, 'message'))[0])
const house = await openGateway(readConfig(settings))

async function work({ address, password }: v.InferOutput<typeof user>): Promise<void> {
  const call = await signInAt(house.handler, address, password)
  for (const page of ['1', '2', '3']) {
    const form = { folder: 'inbox', page, pageSize: '50' }
    const { list } = v.parse(listed, await call('POST', 'query/queryfolder2.action', form))
    for (const { id } of list.slice(0, 5)) await call('POST', 'readmail/showMail.action', { id })
  }
  await call('GET', 'query/folderinfo.action')
  await call('POST', 'query/search2.action', { keyword: 'invoice', location: 'subject' })
}

async function held() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

for (const one of users.slice(0, warming)) await work(one)
const before = await held()
for (const one of users.slice(warming)) await work(one)
const after = await held()
const each = (bytes: number) => bytes / 1e6 / (users.length - warming)
process.send?.({ heapEach: each(after.heap - before.heap), residentEach: each(after.rss - before.rss) })
await house.close()
process.disconnect()
