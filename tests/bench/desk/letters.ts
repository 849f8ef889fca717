/** The newest mails of a desk's mailbox: what is opened, what is searched for, and others between that nothing looks at. */
import { rareBody, rareSubject } from '../mailFiller'

/** Of each kind, as many as are opened: once uncounted, then five times. */
export const ofEachKind = 6
/** A kind opens with its name and a number; `fresh` ones are unread. */
export const kinds = { plain: 'Plain', news: 'Weekly', freshPlain: 'Fresh', freshNews: 'Digest' } as const
export type Kind = keyof typeof kinds

/** Stand between the opened ones, so that none is a neighbour of the one before. */
const between = 'Between'
const betweenEach = 2
const newsletterBytes = 200_000

export const subjectOf = (kind: Kind, n: number) => `${kinds[kind]} ${n}`
/** Begins the text of such a mail. */
export const wordsOf = (kind: Kind, n: number) => `Dear reader of ${subjectOf(kind, n)}`

/** Whether a mail stands in the list as read. */
export function isReadBefore(subject: string): boolean {
  return [kinds.plain, kinds.news, between].some((name) => subject.startsWith(`${name} `))
}

/** The last is the newest: plain ones, then newsletters, then unread ones, from the top of the list. */
export function letters(to: string): readonly string[] {
  const searched = numbers(12).flatMap((n) => [
    letter(to, `Note on the ${rareSubject} ${n}`, paragraphs(n), ''),
    letter(to, `Note ${n}`, `${paragraphs(n)}\n\nThe ${rareBody} is here.`, ''),
  ])
  const fresh = numbers(ofEachKind).flatMap((n) => [plain(to, 'freshPlain', n), newsletter(to, 'freshNews', n)])
  const spaced = (kind: Kind, write: typeof plain) =>
    numbers(ofEachKind).flatMap((n) => [
      write(to, kind, n),
      ...numbers(betweenEach).map((k) => letter(to, `${between} ${kinds[kind]} ${n}.${k}`, paragraphs(n), '')),
    ])
  return [...searched, ...fresh, ...spaced('news', newsletter), ...spaced('plain', plain)]
}

/** How many of the newest are to be opened or lie between: all but those that are only searched for. */
export const lettersOnTop = ofEachKind * (2 + 2 * (1 + betweenEach))

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const plain = (to: string, kind: Kind, n: number) =>
  letter(to, subjectOf(kind, n), `${wordsOf(kind, n)},\n\n${paragraphs(n)}`, '')

function newsletter(to: string, kind: Kind, n: number): string {
  const rows: string[] = []
  for (let bytes = 0; bytes < newsletterBytes; bytes += Buffer.byteLength(rows.at(-1) ?? ''))
    rows.push(story(rows.length))
  const html = `<html><head><style>body{margin:0;background:#f2f4f8}.story{padding:18px 24px}.story h2{margin:0 0 6px;font-size:18px}@media(max-width:480px){.story{padding:12px}}</style></head><body><table width="640" align="center" cellpadding="0" cellspacing="0" bgcolor="#ffffff"><tr><td style="padding:24px;font-size:22px">${wordsOf(kind, n)}</td></tr>${rows.join('\r\n')}</table></body></html>`
  return letter(to, subjectOf(kind, n), wordsOf(kind, n), html)
}

function story(n: number): string {
  const link = `https://click.example/${n}?from=letter`
  return `<tr><td class="story" style="border-bottom:1px solid #e4e8f0;font-family:Arial,sans-serif;font-size:15px;line-height:1.5;color:#1f2733"><table cellpadding="0" cellspacing="0" width="100%"><tr><td width="200" valign="top"><a href="${link}"><img src="https://pictures.example/${n}.jpg" width="184" height="120" alt="${n}" style="display:block;border-radius:8px"></a></td><td valign="top"><h2><a href="${link}" style="color:#1f2733;text-decoration:none">第 ${n} 则 · Story ${n} of this week</a></h2><p style="margin:0 0 8px">本周项目进度与发货通知汇总，请各位在周五之前确认报价单与合同。</p><p style="margin:0">What was shipped, what is still to come, and who answers which question.</p><a href="${link}" style="display:inline-block;padding:6px 14px;background:#2f5bea;color:#ffffff;border-radius:6px">继续阅读</a></td></tr></table></td></tr>`
}

function paragraphs(n: number): string {
  const lines = [
    `附件为第 ${n} 号项目的修订计划，请在周五之前确认。`,
    `Please look through revision ${n} of the plan and say by Friday whether it holds.`,
    '会议改到下周二上午十点，地点不变。',
    'The meeting has moved to Tuesday at ten; the room stays the same.',
  ]
  return numbers(4)
    .map((k) =>
      lines
        .map((line) => `${line} `)
        .join('')
        .slice(k),
    )
    .join('\n\n')
}

function letter(to: string, subject: string, text: string, html: string): string {
  const base64 = (value: string) => Buffer.from(value).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const part = (type: string, value: string) =>
    `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(value)}\r\n`
  const id = subject.replaceAll(/[^a-z0-9]+/gi, '-')
  const head = [
    'From: Weekly Desk <news@elsewhere.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@elsewhere.example>`,
    'Date: Fri, 20 Nov 2026 08:00:00 +0800',
    'MIME-Version: 1.0',
  ].join('\r\n')
  if (html === '') return `${head}\r\n${part('plain', text)}`
  const parts = [part('plain', text), part('html', html)].map((one) => `--b\r\n${one}\r\n`).join('')
  return `${head}\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${parts}--b--\r\n`
}
