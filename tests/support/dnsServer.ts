/** A name server of a test's own (RFC 1035 section 4): TXT records of a map, and no other name. */
import { createSocket } from 'node:dgram'

export type DnsServer = {
  /** As `DNS_SERVERS` takes it. */
  readonly address: string
  readonly close: () => Promise<void>
}

const txt = 16
const noName = 3
/** Answers are of the class of the internet, and kept nowhere. */
const recordHead = [0xc0, 0x0c, 0, txt, 0, 1, 0, 0, 0, 0]

export async function openDnsServer(zone: ReadonlyMap<string, readonly string[]>): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, zone), from.port, from.address))
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((closed) => socket.close(() => closed())),
  }
}

function answerTo(query: Buffer, zone: ReadonlyMap<string, readonly string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const known = zone.get(labels.join('.').toLowerCase())
  const texts = query.readUInt16BE(at + 1) === txt ? (known ?? []) : []
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8580 | (known === undefined ? noName : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(texts.length, 6)
  return Buffer.concat([head, question, ...texts.map(record)])
}

function record(text: string): Buffer {
  const bytes = Buffer.from(text, 'ascii')
  return Buffer.from([...recordHead, 0, bytes.length + 1, bytes.length, ...bytes])
}
