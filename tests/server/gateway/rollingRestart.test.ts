import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePasswordHasher } from '#server/session/password/passwordHasher.argon2'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { formText } from '../../support/gateway/calls'
import { makeTestGateway, testPassword } from '../../support/gateway/gateway'
import { removeFolder } from '../../support/removeFolder'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const login = formText({ username: 'lin@ep.test', password: testPassword })

let folder: string
let sink: SmtpSink
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  sink = await openSmtpSink()
})
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await sink.close()
  await removeFolder(folder)
})

const relay = () => ({ RELAY_URL: `smtp://127.0.0.1:${sink.port}` })
const opened = async () =>
  makeTestGateway({ dataDir: folder, now: Date.now() + 600_000, hasher: await makePasswordHasher(), env: relay() })

/** A gateway's process, what it said so far, and its ports. */
async function start() {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, DEMO: '0', PORT: '0', SMTP_PORT: '0', ...relay() }
  const started = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env, stdio: 'pipe' })
  child = started
  let said = ''
  const waiting: (() => void)[] = []
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (bytes) => {
      said += String(bytes)
      for (const look of waiting) look()
    })
  const until = (awaited: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = awaited.exec(said)
        if (found) resolve(found)
      }
      waiting.push(look)
      started.once('close', () => reject(new Error(`the gateway ended: ${said}`)))
      look()
    })
  const [, port = ''] = await until(/EP Mail is at http:\/\/127\.0\.0\.1:(\d+)/)
  const [, smtpPort = ''] = await until(/taken in at 127\.0\.0\.1:(\d+)/)
  await until(/"event":"started"/)
  return { port: Number(port), smtpPort: Number(smtpPort), until, ended: once(started, 'exit'), process: started }
}

function call(agent: Agent, port: number, path: string, form: string, token = '') {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(form)),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const asked = request(
      { agent, port, host: '127.0.0.1', method: form ? 'POST' : 'GET', path, headers },
      (answer) => {
        let text = ''
        answer.on('data', (bytes) => {
          text += String(bytes)
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end(form)
  })
}

/** A line of bytes; `heard` resolves once its text holds what is awaited. */
function lineTo(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  const heard = (awaited: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (awaited.test(text)) resolve(text)
      }
      socket.on('data', look)
      socket.once('close', () => reject(new Error(`the line ended: ${text}`)))
      look()
    })
  socket.on('data', (bytes) => {
    text += String(bytes)
  })
  return { socket, heard }
}

describe('R18: a gateway that is told to end under load', () => {
  it('R18: says so first, finishes what it has begun, loses no answer and no send, and ends well', async () => {
    const before = await opened()
    await before.account('lin@ep.test')
    await before.close()
    const gateway = await start()
    const agent = new Agent({ keepAlive: true })
    const signIn = await call(agent, gateway.port, '/webmail/login/loginService.action', login)
    const token = String(JSON.parse(signIn.text).accessToken)

    // A balancer: asks whether the gateway is ready, and sends it nothing more once it is not.
    let isReady = true
    const promised: string[] = []
    const sender = async (name: string) => {
      for (let turn = 0; isReady; turn += 1) {
        const to = `${name}-${turn}@elsewhere.example`
        const form = formText({ to, subject: 's', html: '<p>x</p>', idempotencyKey: to, saveToSent: 1 })
        const { status, text } = await call(agent, gateway.port, '/webmail/writemail/sendMail.action', form, token)
        expect({ status, code: JSON.parse(text).code }).toEqual({ status: 200, code: '200' })
        promised.push(to)
      }
    }
    const balancer = async () => {
      let said = ''
      while (isReady) {
        const answer = await call(agent, gateway.port, '/readyz', '')
        isReady = answer.status === 200
        said = answer.text
      }
      return said
    }
    const load = Promise.all(['a', 'b', 'c', 'd'].map(sender))
    const readiness = balancer()

    // Three that are in the middle of it when the doors close: a call, one whose first lines alone have come, and a mail on its way in.
    const slow = lineTo(gateway.port)
    const head = 'POST /webmail/login/loginService.action HTTP/1.1\r\nHost: x\r\n'
    const rest = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${login.length}\r\n\r\n`
    slow.socket.write(`${head}${rest}${login.slice(0, 10)}`)
    const begun = lineTo(gateway.port)
    begun.socket.write(head)
    const mail = lineTo(gateway.smtpPort)
    await mail.heard(/^220 /)
    for (const [line, answer] of [
      ['EHLO mail.elsewhere.example', /^250 /m],
      ['MAIL FROM:<bo@elsewhere.example>', /(^250 .*\r\n[\s\S]*){2}/m],
      ['RCPT TO:<lin@ep.test>', /(^250 .*\r\n[\s\S]*){3}/m],
      ['DATA', /^354 /m],
    ] as const) {
      mail.socket.write(`${line}\r\n`)
      await mail.heard(answer)
    }
    mail.socket.write('Subject: on its way\r\n\r\nhalf')
    await gateway.until(/"event":"sent"/)

    gateway.process.kill('SIGTERM')
    expect(JSON.parse(await readiness)).toEqual({ ok: false, failing: ['closing'] })
    await load
    await gateway.until(/"event":"closing"/)
    slow.socket.write(login.slice(10))
    expect(await slow.heard(/"code":"000"/)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close/i)
    begun.socket.write(`${rest}${login}`)
    expect(await begun.heard(/"code":"000"/)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    mail.socket.write(' and half\r\n.\r\n')
    await mail.heard(/^250 2\.6\.0 /m)
    mail.socket.write('QUIT\r\n')
    expect(await gateway.ended).toEqual([0, null])
    agent.destroy()

    const after = await opened()
    await after.drain()
    const lin = await after.stores.accounts.byAddress('lin@ep.test')
    expect(await after.stores.outbox.nextDue()).toBeNull()
    await after.close()
    expect(lin).not.toBeNull()
    expect(promised.length).toBeGreaterThan(4)
    expect(sink.taken.flatMap(({ to }) => to).toSorted()).toEqual(promised.toSorted())
  })
})
