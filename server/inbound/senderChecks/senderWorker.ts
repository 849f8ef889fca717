/** The thread that checks senders: reads a message from its file, and asks the process that started it for DNS. */
import { parentPort } from 'node:worker_threads'
import { ownThread } from '../../mime/worker/threadTime'
import { notChecked } from '../senderChecks.port'
import { checkedMessage } from './checkedMessage'
import type { DnsAnswer } from './dnsAnswers'
import type { FromThread, ToThread } from './threadMessages'

const port = parentPort
const asked = new Map<number, (answer: DnsAnswer) => void>()
let queries = 0

const say = (message: FromThread) => port?.postMessage(message)

async function resolve(check: number, name: string, type: string): Promise<readonly unknown[]> {
  const id = queries++
  const answer = await new Promise<DnsAnswer>((settle) => {
    asked.set(id, settle)
    say({ kind: 'query', check, id, name, type })
  })
  asked.delete(id)
  if ('records' in answer) return answer.records
  throw Object.assign(new Error(answer.code), { code: answer.code })
}

port?.on('message', (said: ToThread) => {
  if (said.kind === 'dns') {
    asked.get(said.id)?.(said.answer)
    return
  }
  const { check, message, server } = said
  checkedMessage(message, server, (name, type) => resolve(check, name, type)).then(
    (verdicts) => say({ kind: 'verdicts', check, verdicts }),
    () => say({ kind: 'verdicts', check, verdicts: notChecked }),
  )
})

say({ kind: 'ready', thread: ownThread() })
