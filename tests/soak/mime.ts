/** Mutates messages by seed and reads each: none may throw, and none may take seconds. */
import { openSource } from '../../server/mime/read/byteSource'
import { readMail } from '../../server/mime/read/readMail'

const seeds = [
  'From: "L, W" <w@example.cn>\r\nTo: team: a@b.cn, c@d.cn;\r\nSubject: =?utf-8?B?5L2g5aW9?= x\r\nDate: Mon, 05 Jan 2026 08:00:00 +0800\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=gbk; format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=C4=E3 \r\n> a\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*0*=utf-8\'\'%E6%8A%A5; filename*1=.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj=\r\n--b--\r\n',
  'Subject: s\nContent-Type: message/rfc822\n\nSubject: i\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>hi<table><tr><td>x</table>\n--x--\n',
  'From: a@b\nContent-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a.txt\n#86)C\n`\nend\n',
]
const tokens = [
  '=?',
  '?=',
  '--b',
  '\r\n',
  '\n\n',
  '"',
  '(',
  '<',
  '>',
  ';',
  ':',
  '\u0000',
  '%',
  '=',
  '*0*=',
  'charset=',
  'boundary=',
  'multipart/mixed',
  'base64',
  '\u00ff',
]

/** Reads `count` mutated messages; throws with the seed of the first that fails. */
export function fuzzMime(count: number, seed: number): { read: number; slowest: number } {
  let state = seed >>> 0
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  let slowest = 0
  for (let done = 0; done < count; done += 1) {
    let text = seeds[random(seeds.length)] ?? ''
    for (let changes = 1 + random(12); changes > 0; changes -= 1) {
      const at = random(text.length)
      const token = (tokens[random(tokens.length)] ?? '').repeat(random(20) === 0 ? 500 : 1)
      text = text.slice(0, at) + token + text.slice(at + random(30))
    }
    const start = performance.now()
    try {
      const mail = readMail(openSource({ bytes: Buffer.from(text, 'latin1') }), [])
      if (mail.sentAt !== null && !Number.isFinite(mail.sentAt)) throw new Error('a date that is no number')
    } catch (error) {
      throw new Error(`message ${done} of seed ${seed} fails`, { cause: error })
    }
    slowest = Math.max(slowest, performance.now() - start)
  }
  if (slowest > 2_000) throw new Error(`one message of seed ${seed} took ${slowest} ms`)
  return { read: count, slowest }
}
