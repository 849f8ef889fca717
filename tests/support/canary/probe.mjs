/** A thread of its own that asks the same at a fixed pace, whatever the answers take: nothing that the test does delays its clock. */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, everyMs, method = 'GET', headers = {}, body = '' } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
let answered = []
let failed = 0
const open = new Set()

function ask() {
  const began = performance.now()
  open.add(began)
  const end = (isFailure) => {
    if (!open.delete(began)) return
    if (isFailure) failed += 1
    answered.push(performance.now() - began)
  }
  const asked = request(url, { agent, method, headers }, (response) => {
    response.resume()
    response.once('end', () => end(response.statusCode !== 200))
  })
  asked.once('error', () => end(true))
  asked.end(body)
}

let timer = null
parentPort.on('message', (command) => {
  if (command === 'begin') {
    answered = []
    failed = 0
    open.clear()
    clearInterval(timer)
    timer = setInterval(ask, everyMs)
  } else if (command === 'end') {
    clearInterval(timer)
    const now = performance.now()
    // One that is still waiting has waited for at least so long.
    parentPort.postMessage({ latencies: [...answered, ...[...open].map((began) => now - began)], failed })
  }
})
