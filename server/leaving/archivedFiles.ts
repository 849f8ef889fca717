/** The files of an archive of everything; memory holds a page of messages and all names. */
import type { ContactFormat } from '#contract/contacts/contactFiles'
import type { CardStore } from '../contacts/cards/cards.store'
import type { ContactGroups } from '../contacts/contactGroups.store'
import type { ContactStore } from '../contacts/contacts.store'
import { writtenContacts } from '../contacts/exports/contactExports'
import type { ContactExportStore } from '../contacts/exports/contactExports.store'
import type { ContactPhotos } from '../contacts/photos/contactPhotos.store'
import type { Account } from '../core/account'
import { Refusal } from '../core/refusal'
import type { TemplateStore } from '../drafts/templates/templates.store'
import type { FileBook, FoundFile } from '../files/fileBook.store'
import { archiveNames, fileOf, openFile } from '../files/fileTransfers'
import type { ZipEntry } from '../kit/zip/zipStream'
import type { MailStores } from '../mail/mail.store'
import type { SavedSearchStore } from '../mail/search/savedSearches.store'
import type { ProfileStore } from '../profile/profiles.store'
import type { RuleStores } from '../rules/rules.store'
import type { SettingsStore } from '../settings/settings.store'
import type { SignatureStore } from '../signatures/signatures.store'
import type { ArchivedRows } from './accountExports.store'
import { type ArchiveAbout, type ArchiveIndex, archivedMessages, type Watched } from './archivedMessages'

export type ArchiveSources = {
  readonly mailStores: MailStores
  readonly contacts: Pick<ContactStore, 'all'>
  readonly contactExports: Pick<ContactExportStore, 'contacts'>
  readonly contactGroups: Pick<ContactGroups, 'all'>
  readonly cards: Pick<CardStore, 'list'>
  /** Null where a mail server keeps them and does not say where. */
  readonly rules: RuleStores | null
  readonly settings: Pick<SettingsStore, 'load'>
  readonly profiles: Pick<ProfileStore, 'load'>
  readonly contactPhotos: Pick<ContactPhotos, 'find'>
  readonly signatures: Pick<SignatureStore, 'list' | 'defaults'>
  readonly templates: Pick<TemplateStore, 'list' | 'find'>
  readonly savedSearches: Pick<SavedSearchStore, 'list'>
  readonly files: Pick<FileBook, 'page' | 'within' | 'find' | 'read'>
  readonly archivedRows: ArchivedRows
}

export async function* archivedFiles(
  sources: ArchiveSources,
  account: Account,
  about: ArchiveAbout,
  watched: Watched,
): AsyncGenerator<ZipEntry> {
  const index: ArchiveIndex = { lines: [], leftOut: [] }
  await watched.goOn()
  yield* archivedMessages(sources.mailStores.of(account), about, watched, index)
  await watched.goOn()
  yield* archivedContacts(sources, account, about, index)
  yield* archivedSettings(sources, account, index)
  for await (const { table, rows } of sources.archivedRows(account.id)) yield json(`records/${table}.json`, rows)
  index.lines.push('records/  其他记录 / Other records')
  if (about.files) yield* storedFiles(sources, account, watched, index)
  yield whole('README.txt', indexText(account, about, index))
}

const whole = (name: string, content: string | Uint8Array): ZipEntry => ({
  name,
  open: async () =>
    (async function* () {
      yield Buffer.from(content)
    })(),
})

const json = (name: string, value: unknown) => whole(name, `${JSON.stringify(value, null, 2)}\n`)

async function* archivedContacts(
  { contacts, contactExports, contactGroups, cards }: ArchiveSources,
  { id }: Account,
  { language }: ArchiveAbout,
  { lines }: ArchiveIndex,
): AsyncGenerator<ZipEntry> {
  const ids = (await contacts.all(id)).map((contact) => contact.id)
  const file = (name: string, format: ContactFormat): ZipEntry => ({
    name,
    open: async () => asBytes(writtenContacts(contactExports, id, { ids, format, language })),
  })
  yield file('contacts/contacts.vcf', 'vcf4')
  yield file('contacts/contacts.csv', 'csv')
  yield json(
    'contacts/groups.json',
    (await contactGroups.all(id)).map(({ name, members }) => ({ name, members })),
  )
  yield json('contacts/cards.json', await cards.list(id))
  lines.push(
    `contacts/contacts.vcf, contacts.csv  联系人 / Contacts (${ids.length})`,
    'contacts/groups.json  联系人分组 / Groups of contacts',
    'contacts/cards.json  电子名片 / Business cards',
  )
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* archivedSettings(
  { settings, profiles, contactPhotos, signatures, templates, savedSearches, rules }: ArchiveSources,
  account: Account,
  { lines, leftOut }: ArchiveIndex,
): AsyncGenerator<ZipEntry> {
  const { id, address, displayName, tier, dueAt } = account
  const { photo, ...profile } = await profiles.load(id)
  yield json('settings/account.json', { address, displayName, tier, dueAt, profile })
  const picture = photo === '' ? null : await contactPhotos.find(id, photo)
  if (picture !== null) {
    const name = `settings/photo.${picture.type === 'image/png' ? 'png' : 'jpg'}`
    yield whole(name, picture.bytes)
    lines.push(`${name}  头像 / Photo`)
  }
  yield json('settings/settings.json', await settings.load(id))
  yield json('settings/signatures.json', {
    signatures: await signatures.list(id),
    defaults: await signatures.defaults(id),
  })
  const texts = []
  for (const template of await templates.list(id)) texts.push(await templates.find(id, template.id))
  yield json('settings/templates.json', texts)
  yield json('settings/searches.json', await savedSearches.list(id))
  lines.push(
    'settings/account.json  账号与个人资料 / Account and profile',
    'settings/settings.json  系统设置 / Settings',
    'settings/signatures.json  签名 / Signatures',
    'settings/templates.json  模板 / Templates',
    'settings/searches.json  保存的搜索 / Saved searches',
  )
  const kept = rules === null ? null : await rules.of(account).load().catch(rulesElsewhere)
  if (kept === null) return void leftOut.push('收信规则（由邮件服务器保管） / Rules (kept by the mail server)')
  yield json('settings/rules.json', kept.rules)
  lines.push('settings/rules.json  收信规则、黑白名单、自动回复 / Rules, sender lists, automatic answer')
}

/** A mail server that has them may not tell of them: the archive is made all the same. */
function rulesElsewhere(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

const pageRows = 200
/** What one file of an archive may take (`zipStream`). */
const fileMost = 0xffff_ffff - 1

async function* storedFiles(
  { files }: ArchiveSources,
  { id: account }: Account,
  { goOn }: Watched,
  { lines, leftOut }: ArchiveIndex,
): AsyncGenerator<ZipEntry> {
  const top = { folder: '', words: [], trash: false, onlyFolders: false, sort: 'name', order: 'asc' } as const
  const found: FoundFile[] = []
  let cursor = ''
  // All of them before the first, since a name is made distinct from those beside it.
  do {
    const { entries, next } = await files.page(account, top, { cursor, size: pageRows })
    for await (const file of files.within(
      account,
      entries.map(({ id }) => id),
    )) {
      if (found.length % pageRows === 0) await goOn()
      found.push(file)
    }
    cursor = next
  } while (cursor !== '')
  for (const { name, id } of archiveNames(found)) {
    await goOn()
    yield {
      name: `files/${name}`,
      open: async () => {
        const entry = await fileOf(files, account, id).catch(goneMeanwhile)
        if (entry !== null && entry.size <= fileMost) return openFile(files, account, entry)
        leftOut.push(`files/${name}`)
        return null
      },
    }
  }
  lines.push(`files/  我的文件 / My files (${found.length})`)
}

function goneMeanwhile(error: unknown): null {
  if (error instanceof Refusal && error.code === 'notFound') return null
  throw error
}

function indexText(
  { address }: Account,
  { createdAt, format }: ArchiveAbout,
  { lines, leftOut }: ArchiveIndex,
): string {
  const time = `${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const messages =
    format === 'mbox'
      ? 'mbox（每个文件夹一个文件，可导入其他邮件程序） / mbox: a file for each folder, which other mail programs import'
      : 'eml（每封邮件一个文件） / eml: a file for each message'
  return [
    '\ufeff导出的全部数据 / Everything of this account',
    `${address}  ${time}`,
    '',
    `邮件格式 / Messages: ${messages}`,
    'JSON 文件可用文本编辑器打开。 / A text editor opens the JSON files.',
    '',
    '内容 / Contents',
    ...lines.map((line) => `  ${line}`),
    '',
    '不包含 / Not included',
    '  密码、通行密钥和两步验证密钥 / Password, passkeys and keys of the second step',
    '  待发送的邮件，以及“我的文件”的回收站 / Messages that wait to be sent, and the trash of My files',
    ...leftOut.map((line) => `  ${line}`),
    '',
  ].join('\r\n')
}
