/** Fills a Maildir with mails as people and programs write them, thousands a second, the same for the same number. */
import { chownSync, closeSync, futimesSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mailOwner } from '../servers/lab/dovecot'
import { seededRandom } from '../support/seededRandom'

/** Stands in the subject of twelve mails, spread evenly. */
export const rareSubject = 'quokka'
/** Stands in the body alone, of twelve mails, spread evenly. */
export const rareBody = 'wombatine'
/** Stands in the body of every fiftieth mail. */
export const commonBody = 'waybill'
/** Places from the newest mail: a plain one of 2 KB, and one with a file of a megabyte. */
export const landmarks = { plain: 1, largeFile: 2 } as const

const endsAt = Date.UTC(2026, 10, 20, 9)
const minutesBetween = 7

const english =
  'the report meeting update budget quarter review design launch customer feedback invoice project schedule deadline team release contract shipping order payment account server backup incident proposal agenda summary please thanks regards attached below confirm tomorrow question answer we should because therefore also only into'.split(
    ' ',
  )
const chinese =
  '会议 报告 更新 预算 季度 审核 设计 发布 客户 反馈 发票 项目 进度 截止日期 团队 合同 发货 订单 付款 账户 备份 工单 草稿 议程 纪要 总结 面试 出差 航班 收据 续费 通知 请 谢谢 附件 确认 明天 问题 答复'.split(
    ' ',
  )
const people = ['Anna Berg', 'Bruno Costa', 'Jonas Müller', 'Grace Lee', '张伟', '王芳', '李娜', '陈静', 'Hiro Tanaka']
/** 发票, 会议通知 and 合同 as programs of another age write them. */
const oldSubjects = ['=?GB18030?B?t6LGsQ==?=', '=?gb2312?B?u+HS6c2o1qo=?=', '=?GBK?B?us/NrA==?=']

const random = seededRandom(1)
const from = <T>(all: readonly [T, ...T[]] | readonly T[]): T => {
  const one = all[random(all.length)]
  if (one === undefined) throw new Error('Nothing to choose from')
  return one
}
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
const encoded = (text: string) => (/^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`)
const sentence = (isChinese: boolean) =>
  isChinese
    ? `${times(5 + random(9), () => from(chinese)).join('')}。`
    : `${times(6 + random(12), () => from(english)).join(' ')}.`
const paragraphs = (isChinese: boolean) =>
  times(1 + random(6), () => times(2 + random(4), () => sentence(isChinese)).join(isChinese ? '' : ' ')).join(
    '\r\n\r\n',
  )

function newsletter(bytes: number, isChinese: boolean): string {
  const rows: string[] = []
  for (let size = 0; size < bytes; size += rows.at(-1)?.length ?? 0) {
    rows.push(
      `<tr><td style="padding:16px 24px;font-size:16px;color:#111827"><a href="https://click.example/${rows.length}"><img src="https://pictures.example/${rows.length}.jpg" width="184" height="120" alt=""></a><h2 style="margin:0">${sentence(isChinese)}</h2><p style="line-height:22px">${sentence(isChinese)} ${sentence(isChinese)}</p></td></tr>`,
    )
  }
  return `<html><head><style>body{margin:0;background:#f4f4f7}</style></head><body><table width="600">${rows.join('\r\n')}</table></body></html>`
}

// Made once and used again and again with small changes: this is what makes 100,000 mails quick.
const texts = [...times(300, () => paragraphs(false)), ...times(150, () => paragraphs(true))]
const newsletters = times(24, (n) => base64(newsletter(4_000 + random(16_000), n % 3 === 0)))
const files = times(8, () => base64(noise(4_000 + random(24_000))))
const largeFile = base64(noise(1_000_000))

function noise(bytes: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: bytes }, () => random(256)))
}

/** The n-th of `count`, from 1; the newest comes last. */
function mailNumber(n: number, count: number, to: string): string {
  const fromNewest = count - n + 1
  const isRare = n % Math.max(1, Math.floor(count / 12)) === Math.floor(count / 24)
  const sender = from(people)
  const topic = n % 9 === 0 ? from(oldSubjects) : encoded(sentence(n % 3 === 0).slice(0, 40))
  const subject = isRare ? `${rareSubject} ${n}` : n % 5 === 0 ? `Re: ${topic}` : topic
  const answers = n % 5 === 0 ? [`In-Reply-To: <${n - 3}@mail.example>`, `References: <${n - 3}@mail.example>`] : []
  const words = [from(texts), isRare ? rareBody : '', n % 50 === 0 ? commonBody : '', `-- \r\n${sender}, no. ${n}`]
  const head = [
    `Return-Path: <bounce@mail.example>`,
    `Received: from mx.example (mx.example [192.0.2.7]) by mail.example (Postfix) with ESMTPS id ${n.toString(36)}; ${dateOf(n, count)}`,
    `From: ${encoded(sender)} <sender${n % 400}@mail.example>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${dateOf(n, count)}`,
    `Message-ID: <${n}@mail.example>`,
    ...answers,
    'MIME-Version: 1.0',
  ].join('\r\n')
  return `${head}\r\n${body(n, words.join('\r\n\r\n'), fromNewest)}`
}

function body(n: number, text: string, fromNewest: number): string {
  const plain = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}\r\n`
  const attached = (file: string) =>
    multipart('mixed', [
      plain,
      `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''%E5%90%88%E5%90%8C${n}.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}`,
    ])
  if (fromNewest === landmarks.plain) return plain
  if (fromNewest === landmarks.largeFile) return attached(largeFile)
  const kind = n % 100
  if (kind < 9) return attached(from(files))
  if (kind < 35) {
    const html = `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${from(newsletters)}`
    return multipart('alternative', [plain, html])
  }
  if (kind < 55)
    return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}\r\n`
  return plain
}

function multipart(kind: string, parts: readonly string[]): string {
  const held = parts.map((part) => `--=_b\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${kind}; boundary="=_b"\r\n\r\n${held}--=_b--\r\n`
}

const instantOf = (n: number, count: number) => endsAt - (count - n) * minutesBetween * 60_000
const dateOf = (n: number, count: number) => new Date(instantOf(n, count)).toUTCString().replace('GMT', '+0000')

/** Lays `count` mails into an empty mailbox, behind the server's back; two in three are read. */
export function fillMaildir(maildir: string, count: number, to: string): void {
  for (const path of [dirname(maildir), maildir, ...['cur', 'new', 'tmp'].map((name) => join(maildir, name))]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, mailOwner, mailOwner)
  }
  for (let n = 1; n <= count; n += 1) {
    const bytes = Buffer.from(mailNumber(n, count, to))
    const at = Math.floor(instantOf(n, count) / 1_000)
    const flags = `${n % 40 === 0 ? 'F' : ''}${n % 3 === 0 ? '' : 'S'}`
    const name = `${at}.M${String(n).padStart(6, '0')}P1.lab,S=${bytes.length},W=${bytes.length}:2,${flags}`
    const file = openSync(join(maildir, 'cur', name), 'w', 0o644)
    writeSync(file, bytes)
    futimesSync(file, at, at)
    closeSync(file)
  }
}
