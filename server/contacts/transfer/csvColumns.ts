/** Columns of a csv as fields of a contact, by the headers of other programs (BEHAVIOUR §12). */
import { type ContactDetails, noDetails } from '#contract/contacts/contactDetails'
import { type CsvField, type CsvMapping, type CsvPreset, csvFields } from '#contract/contacts/contactFiles'
import type { FileEntry } from '../../core/contactFile'
import { formulaStart } from '../../kit/files/csvRow'
import { birthdayOf, composedName, postalAddress } from './cardFields'
import type { CsvRow } from './readCsv'

/** Headers in lower case without blanks, dashes and dots; a number in them is left out. */
const headers: Readonly<Partial<Record<CsvField, string>>> = {
  name: 'name|fullname|displayname|contactname|姓名|显示名称|顯示名稱|全名|联系人|联系人姓名|名字|名稱|名称|姓名(必填)',
  family: 'lastname|familyname|surname|last|姓|姓氏',
  given: 'firstname|givenname|first|名',
  additional: 'middlename|additionalname|middle|中间名|中間名',
  prefix: 'nameprefix|prefix|前缀|中文称谓',
  suffix: 'namesuffix|suffix|后缀',
  email:
    'email|emails|emailaddress|emailvalue|mail|primaryemail|secondaryemail|secondemail|alternateemail|additionalemail|email地址|电子邮件|电子邮件地址|電子郵件|電子郵件地址|邮件地址|邮箱|邮箱地址|电子邮箱|电邮|电邮地址|備用郵箱|备用邮箱|首选电子邮件|主要电子邮件|备用电子邮件|次要电子邮件|其他邮箱|常用邮箱',
  emailLabel: 'emaillabel|emailtype|邮箱标签',
  homeEmail: 'homeemail|personalemail|家庭邮箱|个人邮箱',
  workEmail: 'workemail|businessemail|工作邮箱|商务邮箱',
  phone: 'phone|phones|phonenumber|phonevalue|telephone|tel|primaryphone|电话|电话号码|联系电话|電話|主要电话|固定电话',
  phoneLabel: 'phonelabel|phonetype|电话标签',
  mobile:
    'mobile|mobilephone|mobilenumber|cellphone|cell|手机|手机号|手机号码|移动电话|行动电话|行動電話|手機|其他手机|寻呼机手机',
  workPhone:
    'work|workphone|businessphone|companymainphone|工作电话|商务电话|办公电话|公司电话|单位电话|业务电话|单位主要电话|商務電話',
  otherPhone: 'other|otherphone|其他电话|yahoophone',
  nickname: 'nickname|nick|昵称|暱稱|别名',
  company:
    'company|companyname|organization|organizationname|organisation|单位|公司|公司名称|单位名称|公司/部门|公司/学校|company/school|组织|公司學校|學校|学校',
  birthday: 'birthday|dateofbirth|生日|出生日期',
  birthYear: 'birthyear|出生年|出生年份',
  birthMonth: 'birthmonth|出生月|出生月份',
  birthDay: '出生日',
  fax: 'fax|faxnumber|businessfax|workfax|传真|传真号码|商务传真|公司传真|业务传真|工作传真|传真电话|傳真',
  postcode:
    'postcode|postalcode|zip|zipcode|businesspostalcode|workzip|workzipcode|addresspostalcode|邮编|邮政编码|商务地址邮政编码|公司所在地的邮政编码|公司所在地邮政编码|公司邮编|单位邮编|工作邮政编码|郵遞區號',
  address:
    'address|businessaddress|workaddressformatted|addressformatted|地址|联系地址|通讯地址|公司地址|单位地址|工作地址|地址(工作)',
  street: 'businessstreet|workaddress|workstreet|addressstreet|商务地址街道|公司所在街道|工作地址街道',
  city: 'businesscity|workcity|addresscity|商务地址市/县|公司所在城市|工作城市|工作所在城市',
  region: 'businessstate|workstate|addressregion|商务地址省/市/自治区|公司所在省/自治区|工作省份|工作所在省',
  country:
    'businesscountry/region|businesscountry|workcountry|addresscountry|商务地址国家/地区|公司所在国家/地区|工作国家|工作所在国家',
  familyPhone: 'home|homephone|familyphone|住宅电话|家庭电话|住宅電話|家庭電話',
  familyAddress: 'familyaddress|家庭地址|住宅地址',
  familyStreet: 'homeaddress|homestreet|住宅地址街道|家庭所在街道',
  familyCity: 'homecity|住宅地址市/县|家庭所在城市|家庭城市',
  familyRegion: 'homestate|住宅地址省/市/自治区|家庭所在省/自治区|家庭省份',
  familyPostcode:
    'homepostalcode|homezip|homezipcode|住宅地址邮政编码|家庭所在地的邮政编码|家庭所在地邮政编码|家庭邮编|家庭邮政编码',
  familyCountry: 'homecountry/region|homecountry|住宅地址国家/地区|家庭所在国家/地区|家庭国家',
  familyInfo: 'familyinfo|family|家庭信息',
  notes: 'notes|note|comments|备注|附注|備註|附註|说明',
  starred: 'starred|星标',
  groups:
    'group|groups|labels|groupmembership|categories|category|分组|群组|组|联系组|类别|類別|qq同步助手分组|__cmgroup|所属分组',
}

const fieldOfHeader: ReadonlyMap<string, CsvField> = new Map(
  csvFields.flatMap((field) => (headers[field] ?? '').split('|').flatMap((it) => (it === '' ? [] : [[it, field]]))),
)

/** Headers by which a program is known; the first whose headers are all there. */
const signs: readonly (readonly [preset: CsvPreset, headers: readonly string[]])[] = [
  ['own', ['家庭信息', '星标']],
  ['own', ['familyinfo', 'starred']],
  ['google', ['emailvalue', 'groupmembership']],
  ['google', ['emailvalue', 'labels']],
  ['google', ['emailvalue']],
  ['outlook', ['emailaddress', 'businessstreet']],
  ['outlook', ['电子邮件地址', '商务地址街道']],
  ['outlook', ['电子邮件地址', '公司所在街道']],
  ['thunderbird', ['primaryemail', 'screenname']],
  ['thunderbird', ['primaryemail', 'displayname']],
  ['thunderbird', ['首选电子邮件', '显示名称']],
  ['thunderbird', ['主要电子邮件', '显示名称']],
  ['qq', ['商务地址街道', 'qq']],
  ['qq', ['姓名', 'qq']],
  ['163', ['姓名', '邮件地址']],
  ['163', ['姓名', '邮箱地址', '手机号码']],
  ['foxmail', ['foxaddrid']],
  ['foxmail', ['姓名', '电子邮件地址']],
  ['foxmail', ['姓名', '电邮地址']],
  ['yahoo', ['first', 'last', 'email']],
  ['yahoo', ['messengerid']],
  ['icloud', ['firstname', 'lastname', 'email', 'phone']],
]

/** `E-mail 1 - Value` and `电子邮件 2 地址` without what differs. */
const plainHeader = (header: string): string =>
  header
    .replace(/^\ufeff/, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\-_.*:'"]|\d+/g, '')

/** The mapping that is offered for the first rows, which a person may change column by column. */
export function mappingOf(rows: readonly CsvRow[]): CsvMapping {
  const first = rows[0]?.cells ?? []
  const plain = first.map(plainHeader)
  const known = plain.map((header) => fieldOfHeader.get(header))
  const hasHeader = known.some((field) => field !== undefined) && !first.some((cell) => isAddress(cell))
  if (!hasHeader) return { preset: null, hasHeader: false, columns: [...guessedColumns(rows)] }
  const preset = signs.find(([, wanted]) => wanted.every((header) => plain.includes(header)))?.[0] ?? null
  // A year beside a month and a day has the header of a birthday in two programs.
  const isSplit = plain.includes('birthyear') || plain.includes('出生年')
  const columns = known.map((field, at) => (isSplit && plain[at] === 'birthday' ? 'birthDay' : (field ?? 'ignored')))
  return { preset, hasHeader: true, columns: [...namedOnce(columns)] }
}

/** Google's old export has a name beside its pieces, which are those of the name. */
function namedOnce(columns: readonly CsvField[]): readonly CsvField[] {
  const seen = new Set<CsvField>()
  return columns.map((field) => (field === 'name' && seen.size === seen.add('name').size ? 'ignored' : field))
}

const isAddress = (cell: string) => /^\s*<?[^\s@<>,;]+@[^\s@<>,;]+>?\s*$/.test(cell)

/** Without a header: the first column of addresses, and the first of the others as the name. */
function guessedColumns(rows: readonly CsvRow[]): readonly CsvField[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const email = Array.from({ length: width }, (_, at) => at).find((at) =>
    rows.some(({ cells }) => isAddress(cells[at] ?? '')),
  )
  const name = email === 0 ? 1 : 0
  return Array.from({ length: width }, (_, at) => (at === email ? 'email' : at === name ? 'name' : 'ignored'))
}

/** Labels as programs and our own export write them. */
export const labelWords = {
  home: { 'zh-CN': '住宅', 'en-US': 'Home' },
  work: { 'zh-CN': '工作', 'en-US': 'Work' },
  mobile: { 'zh-CN': '手机', 'en-US': 'Mobile' },
  other: { 'zh-CN': '其他', 'en-US': 'Other' },
} as const
const labelOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(labelWords).flatMap(([label, words]) => Object.values(words).map((word) => [word, label])),
)

const isEscaped = (cell: string) => cell.startsWith("'") && formulaStart.test(cell.slice(1))

const labelledAs: Readonly<Partial<Record<CsvField, string>>> = {
  mobile: 'mobile',
  workPhone: 'work',
  otherPhone: 'other',
  homeEmail: 'home',
  workEmail: 'work',
}

/** A row as a contact. Cells beyond the columns, and columns that are ignored, are left out. */
export function contactOfRow({ line, cells }: CsvRow, { preset, columns }: CsvMapping): FileEntry {
  const values = new Map<CsvField, string>()
  const details = { ...noDetails, emails: [...noDetails.emails], phones: [...noDetails.phones] }
  let label = { email: '', phone: '' }
  for (const [at, field] of columns.entries()) {
    const raw = cells[at] ?? ''
    const cell = isEscaped(raw) ? raw.slice(1) : raw
    // A label stands before its value (Google) or after it (our own).
    if (field === 'emailLabel' || field === 'phoneLabel') {
      // Google marks the chosen one.
      const plain = preset === 'google' ? cell.replace(/^\* ?/, '') : cell
      const word = labelOfWord.get(plain) ?? plain
      const list = field === 'emailLabel' ? details.emails : details.phones
      if (preset !== 'own') label = { ...label, [field === 'emailLabel' ? 'email' : 'phone']: word }
      else if (cell !== '') list.splice(-1, 1, ...list.slice(-1).map((it) => ({ ...it, label: word })))
      continue
    }
    if (cell === '') continue
    const kind = kindOf(field)
    if (kind === null) {
      // `Business Street 2` goes on where the first one ends.
      const before = values.get(field)
      if (before === undefined) values.set(field, cell)
      else if (field === 'street' || field === 'familyStreet') values.set(field, `${before} ${cell}`)
      continue
    }
    for (const value of preset === 'own' ? [cell] : cell.split(' ::: '))
      details[kind === 'email' ? 'emails' : 'phones'].push({ label: labelledAs[field] ?? label[kind], value })
  }
  // What a spread lacks stands before it: after it, V8 keeps a hidden class for every row.
  const contact = { photo: null, rest: [], ...details, ...fieldsOf(values, preset) }
  return { line, contact, dropped: noDrops }
}

const noDrops = { photos: 0, lines: 0 }

function kindOf(field: CsvField): 'email' | 'phone' | null {
  if (field === 'email' || field === 'homeEmail' || field === 'workEmail') return 'email'
  return ['phone', 'mobile', 'workPhone', 'otherPhone'].includes(field) ? 'phone' : null
}

/** Fields of which a contact has one. */
function fieldsOf(values: ReadonlyMap<CsvField, string>, preset: CsvPreset | null): Partial<ContactDetails> {
  const get = (field: CsvField) => values.get(field) ?? ''
  const [family, given, additional] = [get('family'), get('given'), get('additional')]
  const names = composedName({ family, given, additional, prefix: get('prefix'), suffix: get('suffix') })
  const address = {
    box: '',
    extended: '',
    street: get('street'),
    city: get('city'),
    region: get('region'),
    code: '',
    country: get('country'),
  }
  const homeAddress = {
    box: '',
    extended: '',
    street: get('familyStreet'),
    city: get('familyCity'),
    region: get('familyRegion'),
    code: get('familyPostcode'),
    country: get('familyCountry'),
  }
  return {
    name: get('name').trim() === '' ? names : get('name'),
    nickname: get('nickname'),
    company: get('company'),
    birthday: birthdayIn(values),
    fax: get('fax'),
    postcode: get('postcode'),
    address: get('address') || postalAddress(address),
    familyPhone: get('familyPhone'),
    familyAddress: get('familyAddress') || postalAddress(homeAddress),
    familyInfo: get('familyInfo'),
    notes: get('notes'),
    starred: /^(?:1|true|yes|是|★|☆)$/i.test(get('starred').trim()),
    groups: groupNames(get('groups'), preset),
  }
}

/** Text that is no day stays out: it would refuse a person for a date. */
function birthdayIn(values: ReadonlyMap<CsvField, string>): string {
  const [year = '', month = '', day = ''] = [values.get('birthYear'), values.get('birthMonth'), values.get('birthDay')]
  const whole = values.get('birthday') ?? ''
  const dayOf = (y: string, m: string, d: string) =>
    birthdayOf(`${y || '-'}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`, null)
  if (month !== '' && day !== '') return dayOf(year, month, day) ?? ''
  const [, y, m = '', d = ''] = /^\s*(\d{4}|-)[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:\s.*)?$/.exec(whole) ?? []
  if (y !== undefined) return dayOf(y, m, d) ?? ''
  const [, first = '', second = '', last] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(whole) ?? []
  // Month before day, as Outlook writes in English, unless that is no month.
  if (last !== undefined) return dayOf(last, first, second) ?? dayOf(last, second, first) ?? ''
  return birthdayOf(whole, null) ?? ''
}

/** Our own stand in lines, for a name may hold a comma; Google's `* myContacts` is no group. */
function groupNames(cell: string, preset: CsvPreset | null): string[] {
  if (cell.trim() === '') return []
  const names = preset === 'own' ? cell.split('\n') : cell.split(preset === 'google' ? ' ::: ' : /[;；,，\n]/)
  const isOwn = (name: string) => name !== '' && !(preset === 'google' && name.startsWith('* '))
  return [...new Set(names.map((name) => name.trim()).filter(isOwn))]
}
