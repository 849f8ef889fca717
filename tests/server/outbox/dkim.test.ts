/** Mail that leaves is signed, and what others would check of it holds: worked out here from RFC 6376 alone. */
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { openDkim } from '#server/composition/dkim'
import { readConfig } from '#server/config/readConfig'
import { makeSmtpRelay } from '#server/outbox/smtp/smtpRelay'
import { openSmtpSink } from '../../support/connections/smtpSink'
import { removeFolderNow } from '../../support/removeFolder'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const folder = mkdtempSync(join(tmpdir(), 'ep-mail-'))
const keyFile = join(folder, 'dkim.pem')
writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
afterAll(() => removeFolderNow(folder))

const env = { DKIM_DOMAIN: 'ep.test', DKIM_SELECTOR: 'mail', DKIM_KEY_FILE: keyFile }

/** Hands a message to a relay; answers what came out there. */
async function relayed(message: string): Promise<string> {
  const sink = await openSmtpSink()
  const dkim = openDkim(readConfig(env))
  const relay = makeSmtpRelay({
    host: '127.0.0.1',
    port: sink.port,
    secure: false,
    signInOf: async () => 'nobody',
    name: 'ep.test',
    dkim,
  })
  const envelope = { sender: 'a', from: 'anna@ep.test', to: ['zoe@x.example'] }
  const [result] = await relay.hand(
    envelope,
    async () => Readable.from([Buffer.from(message)], { objectMode: false }),
    async () => undefined,
  )
  expect(result?.state).toBe('sent')
  const got = sink.taken[0]?.raw ?? ''
  await sink.close()
  return got.toString()
}

const unfolded = (value: string) =>
  value
    .replace(/\r\n(?=[ \t])/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()

/** RFC 6376 sections 3.4.2 (header) and 3.4.4 (body), and 6.1.3. */
function verify(raw: string): { readonly body: boolean; readonly header: boolean; readonly tags: Map<string, string> } {
  const end = raw.indexOf('\r\n\r\n')
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const value = signature.slice(signature.indexOf(':') + 1)
  const tags = new Map(
    value.split(';').map((tag) => {
      const [name = '', ...rest] = tag.split('=')
      return [name.trim(), rest.join('=').replace(/\s/g, '')] as const
    }),
  )
  const line = (field: string) =>
    `${field.slice(0, field.indexOf(':')).trim().toLowerCase()}:${unfolded(field.slice(field.indexOf(':') + 1))}`
  const named = (name: string) => fields.findLast((field) => field.toLowerCase().startsWith(`${name}:`))
  const covered = (tags.get('h') ?? '')
    .toLowerCase()
    .split(':')
    .flatMap((name) => named(name) ?? [])
  const own = line(signature).replace(/(;\s*b=).*$/, '$1')
  const data = [...covered.map(line), own].join('\r\n')
  return {
    body: createHash('sha256').update(body, 'latin1').digest('base64') === tags.get('bh'),
    header: createVerify('RSA-SHA256')
      .update(data, 'latin1')
      .verify(publicKey, tags.get('b') ?? '', 'base64'),
    tags,
  }
}

const message =
  'From: Anna <anna@ep.test>\r\nTo: zoe@x.example\r\nSubject: hello\r\n  there\r\nDate: x\r\nMessage-ID: <1@ep.test>\r\n\r\nhello \t you \r\n\r\n\r\n'

describe('mail that leaves', () => {
  it('is signed so that its header and body hold, and a change is found', async () => {
    const raw = await relayed(message)
    const { tags, ...holds } = verify(raw)
    expect(holds).toEqual({ body: true, header: true })
    expect([tags.get('d'), tags.get('s'), tags.get('a'), tags.get('c')]).toEqual([
      'ep.test',
      'mail',
      'rsa-sha256',
      'relaxed/relaxed',
    ])
    expect((tags.get('h') ?? '').split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date']))
    expect(raw.endsWith(message.trimEnd()) || raw.includes(message.trimEnd())).toBe(true)
    expect(verify(raw.replace('hello \t', 'hallo \t')).body).toBe(false)
    expect(verify(raw.replace('Anna', 'Bea')).header).toBe(false)
  })

  it('a large one is signed, too', async () => {
    const { tags: _tags, ...holds } = verify(await relayed(`${message}${'0123456789 abcdef\r\n'.repeat(200_000)}`))
    expect(holds).toEqual({ body: true, header: true })
  })

  it('S31: a redirected mail is not signed, whatever it claims', async () => {
    expect(await relayed(`X-EP-Redirected-By: lin@ep.test\r\n${message}`)).not.toMatch(/dkim-signature/i)
  })

  it('a key that is none stops the start with a sentence', () => {
    const bad = join(folder, 'bad.pem')
    writeFileSync(bad, 'no key')
    expect(() => openDkim(readConfig({ ...env, DKIM_KEY_FILE: bad }))).toThrow(/DKIM_KEY_FILE/)
    expect(() => readConfig({ DKIM_DOMAIN: 'ep.test' })).toThrow(/DKIM/)
    expect(openDkim(readConfig({}))).toBeNull()
  })
})
