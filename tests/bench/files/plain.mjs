/** The least that keeping a file takes: it is written, hashed, flushed and given back. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'

async function* hashed(bytes, hash) {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

async function answer(request, response) {
  if (request.method === 'GET') return pipeline(createReadStream(workerData.path), response)
  const hash = createHash('sha256')
  await pipeline(hashed(request, hash), createWriteStream(workerData.path, { flush: true }))
  response.end(hash.digest('hex'))
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
