/** Why people of a file were refused, as the csv of them says it. */
import { contactLimits } from '#contract/contacts/contactDetails'
import { contactTransferLimits } from '#contract/contacts/contactFiles'
import { limits } from '#contract/limits'
import type { FileRefusal } from '../../core/contactFile'
import type { CsvLanguage } from '../transfer/writeCsv'

export const refusedColumns = {
  'zh-CN': { line: '行', reason: '原因', file: '未导入' },
  'en-US': { line: 'Line', reason: 'Reason', file: 'not imported' },
} as const

type Words = Readonly<Record<CsvLanguage, string>>

const fieldWords: Readonly<Record<string, Words>> = {
  name: {
    'zh-CN': `姓名为空或超过 ${limits.contactNameCharacters} 个字`,
    'en-US': `The name is empty or longer than ${limits.contactNameCharacters} characters`,
  },
  emails: { 'zh-CN': '没有可用的邮箱地址', 'en-US': 'There is no usable email address' },
  phones: {
    'zh-CN': `电话超过 ${contactLimits.phoneCharacters} 个字符，或电话过多`,
    'en-US': `A phone number is longer than ${contactLimits.phoneCharacters} characters, or there are too many`,
  },
  nickname: { 'zh-CN': '昵称过长', 'en-US': 'The nickname is too long' },
  company: { 'zh-CN': '公司/学校过长', 'en-US': 'The company or school is too long' },
  birthday: { 'zh-CN': '生日不是有效日期', 'en-US': 'The birthday is not a date' },
  fax: { 'zh-CN': '传真过长', 'en-US': 'The fax number is too long' },
  postcode: { 'zh-CN': '邮编过长', 'en-US': 'The postal code is too long' },
  address: { 'zh-CN': '地址过长', 'en-US': 'The address is too long' },
  familyPhone: { 'zh-CN': '家庭电话过长', 'en-US': 'The family phone number is too long' },
  familyAddress: { 'zh-CN': '家庭地址过长', 'en-US': 'The family address is too long' },
  familyInfo: { 'zh-CN': '家庭信息过长', 'en-US': 'The family information is too long' },
  notes: { 'zh-CN': '备注过长', 'en-US': 'The notes are too long' },
}

const entries = contactTransferLimits.entries.toLocaleString('en-US')
const reasonWords: Readonly<Record<Exclude<FileRefusal['reason'], 'field'>, Words>> = {
  noCards: { 'zh-CN': '文件中没有名片', 'en-US': 'The file holds no cards' },
  cardNotEnded: { 'zh-CN': '名片不完整', 'en-US': 'The card is not complete' },
  tooLarge: { 'zh-CN': '内容过大', 'en-US': 'It is too large' },
  tooMany: {
    'zh-CN': `文件超过 ${entries} 条，其余的没有读取`,
    'en-US': `The file has more than ${entries} people; the rest was not read`,
  },
  full: {
    'zh-CN': `联系人已满（最多 ${limits.contacts.toLocaleString('en-US')} 位）`,
    'en-US': `There is no room for more contacts (at most ${limits.contacts.toLocaleString('en-US')})`,
  },
}

export function whyRefused(refusal: FileRefusal, language: CsvLanguage): string {
  if (refusal.reason !== 'field') return reasonWords[refusal.reason][language]
  const [field = ''] = refusal.field.split('.')
  return fieldWords[field]?.[language] ?? refusal.field
}
