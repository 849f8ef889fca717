/** A card as a message carries it (BEHAVIOUR §13): a table, its pictures and a vCard. */
import { randomUUID } from 'node:crypto'
import { escaped } from '#contract/compose/quoteMail'
import { type CardContent, type CardField, websiteOf } from '#contract/contacts/businessCard'
import { safeFileName } from '../../kit/fileName'
import type { ContactPhotos, ContactPicture } from '../photos/contactPhotos.store'
import { qrContentOf, vCardOf } from './cardPerson'
import type { CardFile, CardStore, CardWriter, WrittenCard } from './cards.store'

type WriterDeps = { readonly cards: Pick<CardStore, 'find'>; readonly contactPhotos: Pick<ContactPhotos, 'find'> }

export function makeCardWriter({ cards, contactPhotos }: WriterDeps): CardWriter {
  return {
    write,
    addTo: async (words, account, id) => {
      const found = await cards.find(account, id)
      if (found === null) return null
      const card = await write(found, found.logo === '' ? null : await contactPhotos.find(account, found.logo))
      if (words.html !== null) return { words: { html: withCardHtml(words.html, card), text: null }, files: card.files }
      const files = card.files.filter(({ cid }) => cid === null)
      return { words: { html: null, text: withCardText(words.text, card) }, files }
    },
  }
}

async function write(card: CardContent, logo: ContactPicture | null): Promise<WrittenCard> {
  const { vCard, leftOut } = qrContentOf(card)
  const qr = await qrPicture(vCard)
  const qrFile = shownFile('qr.png', { type: 'image/png', bytes: qr.bytes })
  const logoFile = logo === null ? null : shownFile(`logo.${logo.type === 'image/png' ? 'png' : 'jpg'}`, logo)
  const vCardFile = {
    name: safeFileName(`${card.name}.vcf`),
    type: 'text/vcard',
    cid: null,
    bytes: Buffer.from(vCardOf(card)),
  }
  return {
    html: tableOf(card, { qr: `cid:${qrFile.cid}`, qrPixels: qr.pixels, logo: logoFile && `cid:${logoFile.cid}` }),
    text: textOf(card),
    files: [...(logoFile === null ? [] : [logoFile]), qrFile, vCardFile],
    leftOut,
  }
}

/** Its Content-ID is new in each message, so no quoted picture can stand in its place. */
function shownFile(name: string, { type, bytes }: ContactPicture): CardFile & { readonly cid: string } {
  return { name, type, bytes, cid: `${randomUUID()}@card` }
}

/** Pixels of one module: in the file, and at the least as it is shown. */
const modulePixels = { written: 4, shown: 2 }
const quietModules = 4
const leastQrPixels = 120

async function qrPicture(vCard: string): Promise<{ readonly bytes: Uint8Array; readonly pixels: number }> {
  const { default: qrcode } = await import('qrcode')
  const segments = [{ data: new TextEncoder().encode(vCard), mode: 'byte' as const }]
  const options = { errorCorrectionLevel: 'M', margin: quietModules, scale: modulePixels.written } as const
  const { size } = qrcode.create(segments, options).modules
  return {
    bytes: await qrcode.toBuffer(segments, options),
    pixels: Math.max(leastQrPixels, (size + 2 * quietModules) * modulePixels.shown),
  }
}

function textOf({ name, fields }: CardContent): string {
  const lines = fields.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))
  return [name, ...lines].join('\n')
}

type Pictures = { readonly qr: string; readonly qrPixels: number; readonly logo: string | null }

/** Colours stand in pairs: a program that turns them round turns both. */
const looks = {
  business: {
    table: 'border:1px solid #d5dae3;border-top:4px solid #2f5bea;background-color:#ffffff;color:#1f2733',
    head: 'background-color:#ffffff;color:#1f2733',
    faint: '#5b6676',
  },
  fashion: {
    table: 'border:1px solid #d5dae3;background-color:#ffffff;color:#1f2733',
    head: 'background-color:#23305c;color:#ffffff',
    faint: '#dfe5f7',
  },
} as const

const font = "font-family:Arial,'PingFang SC','Microsoft YaHei',sans-serif"
const headKinds: readonly string[] = ['company', 'title']

function tableOf(card: CardContent, { qr, qrPixels, logo }: Pictures): string {
  const { table, head, faint } = looks[card.layout]
  const below = card.fields.filter(({ kind }) => headKinds.includes(kind)).toReversed()
  const rows = card.fields.filter(({ kind }) => !headKinds.includes(kind))
  const picture =
    logo === null
      ? ''
      : `<td style="padding:16px 0 16px 20px;vertical-align:middle;width:96px"><img src="${logo}" alt="" width="88" style="display:block;width:88px;height:auto;border:0"></td>`
  const names = [
    `<div style="font-size:20px;line-height:28px;font-weight:bold">${escaped(card.name)}</div>`,
    ...below.map(({ value }) => `<div style="font-size:13px;line-height:20px;color:${faint}">${escaped(value)}</div>`),
  ]
  return [
    `<table cellpadding="0" cellspacing="0" border="0" style="max-width:560px;border-collapse:separate;${table};${font}">`,
    `<tr><td colspan="2" style="padding:0;${head}"><table cellpadding="0" cellspacing="0" border="0" style="${head};${font}"><tr>${picture}<td style="padding:16px 20px;vertical-align:middle">${names.join('')}</td></tr></table></td></tr>`,
    `<tr><td style="padding:12px 20px 16px;vertical-align:top"><table cellpadding="0" cellspacing="0" border="0" style="color:#1f2733;${font};font-size:13px;line-height:20px">${rows.map(rowOf).join('')}</table></td>`,
    `<td style="padding:12px 16px 16px 0;vertical-align:top;width:${qrPixels}px"><img src="${qr}" alt="vCard" width="${qrPixels}" height="${qrPixels}" style="display:block;border:0;background-color:#ffffff"></td></tr>`,
    '</table>',
  ].join('')
}

function rowOf({ kind, label, value }: CardField): string {
  return `<tr><td style="padding:2px 12px 2px 0;color:#5b6676;vertical-align:top;white-space:nowrap">${escaped(label)}</td><td style="padding:2px 0;vertical-align:top;word-break:break-word">${linked(kind, value)}</td></tr>`
}

function linked(kind: CardField['kind'], value: string): string {
  const address =
    kind === 'email'
      ? `mailto:${encodeURIComponent(value).replace('%40', '@')}`
      : kind === 'website'
        ? websiteOf(value)
        : null
  if (address === null) return escaped(value)
  return `<a href="${escaped(address)}" style="color:#2f5bea">${escaped(value)}</a>`
}

const quoteBegins = /<blockquote\b[^<>]{0,2000}type="cite"/i
/** The line above a quote that says whose it is. */
const leadBegins = /<div[^<>]{0,500}>[^<>]{0,1500}[:：]\s*<\/div>\s*$/i
const leadCharacters = 2_100

/** Below what was written, above what is quoted. */
function withCardHtml(html: string, card: WrittenCard): string {
  const quote = html.search(quoteBegins)
  const own = quote < 0 ? html : html.slice(0, quote)
  const lead = quote < 0 ? -1 : own.slice(-leadCharacters).search(leadBegins)
  const at = lead < 0 ? own.length : Math.max(0, own.length - leadCharacters) + lead
  return `${html.slice(0, at)}<div><br></div>${card.html}<div><br></div>${html.slice(at)}`
}

/** The same in a plain message, whose quoted lines begin with `>`. */
function withCardText(text: string, card: WrittenCard): string {
  const lines = text.split('\n')
  const quote = lines.findIndex((line) => line.startsWith('>'))
  const end = quote < 0 ? lines.length : quote > 0 && /[:：]\s*$/.test(lines[quote - 1] ?? '') ? quote - 1 : quote
  return [...lines.slice(0, end), '', card.text, '', ...lines.slice(end)].join('\n').trimEnd()
}
