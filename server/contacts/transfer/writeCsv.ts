/** Contacts, and what a file had refused, as csv for Excel (UTF-8 with its mark, CRLF). */
import type { FileContact, FileRefusal, RefusedEntry } from '../../core/contactFile'
import { csvRow } from '../../kit/files/csvRow'
import { labelWords } from './csvColumns'

export type CsvLanguage = 'zh-CN' | 'en-US'

const columnNames = {
  'zh-CN': {
    before: ['姓名', '昵称'],
    email: '邮箱',
    phone: '电话',
    label: '标签',
    after: ['公司/学校', '生日', '传真', '邮编', '地址', '家庭电话', '家庭地址', '家庭信息', '备注', '星标', '分组'],
  },
  'en-US': {
    before: ['Name', 'Nickname'],
    email: 'Email',
    phone: 'Phone',
    label: ' label',
    after: [
      'Company/School',
      'Birthday',
      'Fax',
      'Postal code',
      'Address',
      'Family phone',
      'Family address',
      'Family info',
      'Notes',
      'Starred',
      'Groups',
    ],
  },
} as const

/** In two passes: as many columns as the contact with most addresses and numbers has. */
export async function* writeContactsCsv(
  contacts: () => AsyncIterable<FileContact> | Iterable<FileContact>,
  language: CsvLanguage,
): AsyncGenerator<string> {
  const { before, email, phone, label, after } = columnNames[language]
  let [emails, phones] = [1, 1]
  for await (const contact of contacts()) {
    emails = Math.max(emails, contact.emails.length)
    phones = Math.max(phones, contact.phones.length)
  }
  const pairs = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => (at === 0 ? name : `${name}${at + 1}`)).flatMap((it) => [it, it + label])
  yield `\ufeff${csvRow([...before, ...pairs(email, emails), ...pairs(phone, phones), ...after])}`
  for await (const contact of contacts())
    yield csvRow([
      contact.name,
      contact.nickname,
      ...labelledCells(contact.emails, emails, language),
      ...labelledCells(contact.phones, phones, language),
      contact.company,
      contact.birthday,
      contact.fax,
      contact.postcode,
      contact.address,
      contact.familyPhone,
      contact.familyAddress,
      contact.familyInfo,
      contact.notes,
      contact.starred ? '1' : '',
      contact.groups.join('\n'),
    ])
}

function labelledCells(values: FileContact['emails'], count: number, language: CsvLanguage): string[] {
  return Array.from({ length: count }, (_, at) => values[at]).flatMap((entry) =>
    entry === undefined ? ['', ''] : [entry.value, wordOf(entry.label, language)],
  )
}

const isKnown = (label: string): label is keyof typeof labelWords => Object.hasOwn(labelWords, label)
const wordOf = (label: string, language: CsvLanguage) => (isKnown(label) ? labelWords[label][language] : label)

/** What was refused: its line, why (`sayWhy`, in the person's language), and its cells. */
export async function* writeRefusedCsv(
  refused: AsyncIterable<RefusedEntry> | Iterable<RefusedEntry>,
  names: { readonly line: string; readonly reason: string },
  sayWhy: (refusal: FileRefusal) => string,
): AsyncGenerator<string> {
  yield `\ufeff${csvRow([names.line, names.reason])}`
  for await (const { line, refusal, cells } of refused) yield csvRow([String(line), sayWhy(refusal), ...cells])
}
