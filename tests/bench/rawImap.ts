/** The floor: a bare socket that sends IMAP commands and reads up to their tagged answers, parsing nothing. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type RawImap = {
  /** Answers everything that the server said; throws unless it ended in OK. */
  readonly ask: (command: string) => Promise<string>
  readonly close: () => Promise<void>
}

export async function openRawImap(port: number, user: string, password: string): Promise<RawImap> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'data')
  let count = 0
  const ask: RawImap['ask'] = (command) => {
    count += 1
    const tag = `a${count}`
    const end = new RegExp(`(?:^|\\r\\n)${tag} (OK|NO|BAD)[^\\r\\n]*\\r\\n$`)
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let tail = ''
      const stop = () => {
        socket.off('data', take)
        socket.off('close', broken)
      }
      const broken = () => {
        stop()
        reject(new Error('The mail server has hung up'))
      }
      const take = (bytes: Buffer) => {
        chunks.push(bytes)
        tail = (tail + bytes.subarray(-1_000).toString('latin1')).slice(-1_000)
        const result = end.exec(tail)?.[1]
        if (result === undefined) return
        stop()
        const said = Buffer.concat(chunks).toString('latin1')
        if (result === 'OK') resolve(said)
        else reject(new Error(`${command.slice(0, 80)}: ${said.slice(-200)}`))
      }
      socket.on('data', take)
      socket.once('close', broken)
      socket.write(`${tag} ${command}\r\n`)
    })
  }
  await ask(`LOGIN ${user} ${password}`)
  return {
    ask,
    close: async () => {
      const closed = once(socket, 'close')
      socket.end('z LOGOUT\r\n')
      await closed
    },
  }
}
