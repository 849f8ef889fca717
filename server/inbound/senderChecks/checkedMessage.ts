/** SPF, DKIM and DMARC of one message, by mailauth, with what a sender can make costly taken out before. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { addressKey } from '../../../src/contract/mail/domainSpelling'
import { domainOf } from '../../core/emailAddress'
import { rewritten } from '../../kit/message/headerGate'
import { readFields } from '../../mime/header/headerFields'
import { shownSender } from '../../mime/header/shownSender'
import { mimeLimits } from '../../mime/mimeLimits'
import type { ArrivingMessage, CheckResult, SenderVerdicts } from '../senderChecks.port'

/** Bytes of the fields that are written above a message on its way in. */
const ownFieldBytes = 16 * 1024
/** Signatures that are looked at, the newest first. */
const mostSignatures = 5

type Answers = (name: string, type: string) => Promise<readonly unknown[]>

export async function checkedMessage(
  { path, ip, helo, from }: ArrivingMessage,
  server: string,
  answers: Answers,
): Promise<SenderVerdicts> {
  // mailauth takes what `resolve` of node:dns answers, which is more than its type says.
  const resolver: DNSResolver = async (name, type) => (await answers(name, type)) as string[]
  let fromFields = 0
  let isReadWhole = true
  let shown = ''
  const message = rewritten(withCrLf(createReadStream(path)), (header) => {
    const text = header.toString('latin1')
    isReadWhole = header.length + ownFieldBytes <= mimeLimits.headerBytes
    shown = shownSender(readFields(text), null).sender.address
    const fields = text.split(/\r\n(?![ \t])/)
    fromFields = fields.filter((field) => /^from[ \t]*:/i.test(field)).length
    return Buffer.from(bounded(fields).join('\r\n'), 'latin1')
  })
  const signed = await dkimVerify(Readable.from(message, { objectMode: false }), { resolver, sender: from })
  const sent = await spf({ resolver, sender: from, ip, helo, mta: server })
  const signatures = signed.results.map(({ signingDomain, status }) => {
    const { result, comment, underSized } = status
    // Words can be put beneath what such a signature covers (l=, RFC 6376 section 8.2).
    if (result === 'pass' && underSized) return { result: 'policy', domain: signingDomain ?? null }
    const isChanged = result === 'neutral' && comment === 'body hash did not verify'
    return { result: isChanged ? 'fail' : result, domain: signingDomain ?? null }
  })
  const isClear = fromFields === 1 && isReadWhole && isOnly(signed.headerFrom, shown)
  const { policy, ...found } = shown === '' ? { result: 'permerror', domain: null } : await dmarcOf()
  return {
    spf: { result: sent.status.result, domain: sent.domain },
    dkim: signatures,
    dmarc: isClear ? found : { result: 'permerror', domain: null },
    isDisowned: found.result === 'fail' && (policy === 'quarantine' || policy === 'reject'),
  }

  async function dmarcOf(): Promise<CheckResult & { readonly policy?: string | undefined }> {
    const passed = signatures.filter(({ result }) => result === 'pass').map(({ domain }) => domain ?? '')
    const found = await dmarc({
      headerFrom: [domainOf(shown)],
      spfDomains: sent.status.result === 'pass' ? [sent.domain] : [],
      dkimDomains: passed.map((domain) => ({ id: domain, domain })),
      resolver,
    })
    if (!found) return { result: 'none', domain: null }
    return { result: found.status.result, domain: found.domain, policy: found.policy }
  }
}

/** Whether the other reader of From finds no other address; it takes `a: b` for a group. */
function isOnly(found: readonly string[], shown: string): boolean {
  return shown !== '' && found.length <= 1 && found.every((address) => plainKey(address) === plainKey(shown))
}

/** One of the two readers takes the quotes of a local part away. */
const plainKey = (address: string): string => addressKey(address).replaceAll('"', '')

/** Leaves out signatures beyond the limit or that do not cover From (RFC 6376 section 5.4), and ARC, which nobody here asks for. */
function bounded(fields: readonly string[]): readonly string[] {
  let signatures = 0
  return fields.filter((field) => {
    if (/^arc-[a-z-]+[ \t]*:/i.test(field)) return false
    if (!/^dkim-signature[ \t]*:/i.test(field)) return true
    const covered = [...field.replace(/^[^:]*:/, ';').matchAll(/;\s*h\s*=([^;]*)/gi)].map(([, names = '']) => names)
    const names = covered.length === 1 ? (covered[0] ?? '').toLowerCase().split(':') : []
    if (!names.some((name) => name.trim() === 'from')) return false
    signatures += 1
    return signatures <= mostSignatures
  })
}

/** mailauth makes a chunk of each line that ends in a bare LF: they get their CR here, many at once. */
async function* withCrLf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let last = ''
  for await (const chunk of source) {
    const text = last + chunk.toString('latin1')
    last = text.endsWith('\r') ? '\r' : ''
    yield Buffer.from(text.slice(0, text.length - last.length).replace(/\r?\n/g, '\r\n'), 'latin1')
  }
  if (last !== '') yield Buffer.from(last, 'latin1')
}
