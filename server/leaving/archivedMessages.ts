/** The messages of an account: a directory for each folder, an mbox file or one for each in it. */
import { folderViews } from '#contract/shapes'
import type { Folder, StoredSummary } from '../core/mail'
import { Refusal } from '../core/refusal'
import { distinctFileNames } from '../kit/fileName'
import { mboxMessage } from '../kit/message/writeMbox'
import type { ZipEntry } from '../kit/zip/zipStream'
import type { MailStore } from '../mail/mail.store'
import { exportedName, mailsOfFolder, wholeOf } from '../transfer/exportedFiles'
import type { WantedArchive } from './accountExports.store'

export type ArchiveAbout = WantedArchive & { readonly createdAt: number; readonly total: number }

export type Watched = {
  /** Told of each message once all of it is in the archive. */
  readonly written: () => Promise<void>
  /** Throws once it is to be gone on with no longer. */
  readonly goOn: () => Promise<void>
}

/** What the archive tells of itself at its end. */
export type ArchiveIndex = {
  readonly lines: string[]
  /** What there was and is not in it. */
  readonly leftOut: string[]
}

/** Bytes of an mbox file after which another one begins. */
const mboxMost = 1024 ** 3
/** Digits of a message's number. */
const numberWidth = 5
const views: readonly string[] = folderViews

const names: Readonly<Record<string, { readonly 'zh-CN': string; readonly 'en-US': string }>> = {
  inbox: { 'zh-CN': '收件箱', 'en-US': 'Inbox' },
  sent: { 'zh-CN': '已发送', 'en-US': 'Sent' },
  draft: { 'zh-CN': '草稿箱', 'en-US': 'Drafts' },
  deleted: { 'zh-CN': '已删除', 'en-US': 'Deleted' },
  junk: { 'zh-CN': '垃圾邮件', 'en-US': 'Junk' },
  archive: { 'zh-CN': '归档', 'en-US': 'Archive' },
}

export async function* archivedMessages(
  store: MailStore,
  about: ArchiveAbout,
  watched: Watched,
  { lines, leftOut }: ArchiveIndex,
): AsyncGenerator<ZipEntry> {
  const folders = (await store.folders()).filter(({ id }) => !views.includes(id))
  for (const { folder, path } of directoriesOf(folders, about.language)) {
    if (folder.holdsMail === false) continue
    let count = 0
    const took = async () => {
      count += 1
      await watched.written()
    }
    const lost = ({ subject }: StoredSummary) => leftOut.push(`${path}: ${subject.replaceAll(/\p{Cc}/gu, ' ')}`)
    const messages = livingMessages(store, folder.id, about)
    const written = { store, messages, path, took, lost }
    yield* about.format === 'eml' ? emlFiles(written, about.zone) : mboxFiles(written)
    if (count > 0) lines.push(`${path}/  ${folder.name === folder.id ? nameIn(folder) : folder.name} (${count})`)
  }
}

const nameIn = ({ id, name }: Folder) => {
  const known = names[id]
  return known === undefined ? name : `${known['zh-CN']} / ${known['en-US']}`
}

type Directory = { readonly folder: Folder; readonly path: string }

/** Where each folder lies within the archive: every step safe, none twice (TRUST S10). */
function directoriesOf(folders: readonly Folder[], language: ArchiveAbout['language']): readonly Directory[] {
  const known = new Set(folders.map(({ id }) => id))
  const within = (parent: string | null, above: string): Directory[] => {
    const children = folders.filter((folder) =>
      parent === null ? folder.parent === null || !known.has(folder.parent) : folder.parent === parent,
    )
    const steps = distinctFileNames(children.map((folder) => stepOf(folder, language)))
    return children.flatMap((folder, at) => {
      const path = `${above}/${steps[at] ?? folder.id}`
      return [{ folder, path }, ...within(folder.id, path)]
    })
  }
  return within(null, 'mail')
}

/** No folder is called as a file of messages is. */
function stepOf({ id, name }: Folder, language: ArchiveAbout['language']): string {
  const said = (names[id]?.[language] ?? name).replaceAll(/[/\\]/g, '_')
  return /\.(mbox|eml)$/i.test(said) ? `${said}_` : said
}

/** A folder that is removed meanwhile ends there. */
async function* livingMessages(
  store: MailStore,
  folder: string,
  { createdAt }: ArchiveAbout,
): AsyncGenerator<StoredSummary> {
  try {
    yield* mailsOfFolder(store, { folder, filter: 'all', createdAt })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'notFound') throw error
  }
}

type Written = {
  readonly store: MailStore
  readonly messages: AsyncGenerator<StoredSummary>
  readonly path: string
  readonly took: () => Promise<void>
  /** Told of a message whose bytes are gone. */
  readonly lost: (message: StoredSummary) => void
}

async function* emlFiles({ store, messages, path, took, lost }: Written, zone: string): AsyncGenerator<ZipEntry> {
  let number = 0
  for await (const message of messages) {
    number += 1
    let isThere = false
    yield {
      name: `${path}/${exportedName(message, String(number).padStart(numberWidth, '0'), zone)}`,
      open: async () => {
        const raw = await store.raw(message.id)
        isThere = raw !== null
        return raw && wholeOf(store, message.id, raw.stream)
      },
    }
    if (isThere) await took()
    else lost(message)
  }
}

/** Each file is read from its beginning to its end before the next one is asked for. */
async function* mboxFiles({ store, messages, path, took, lost }: Written): AsyncGenerator<ZipEntry> {
  let next = await messages.next()
  async function* file(): AsyncGenerator<Uint8Array> {
    let bytes = 0
    while (!next.done && (bytes === 0 || bytes + next.value.size < mboxMost)) {
      const message = next.value
      const raw = await store.raw(message.id)
      if (raw === null) lost(message)
      else {
        const about = { sender: message.from.address, receivedAt: message.receivedAt }
        yield* mboxMessage(wholeOf(store, message.id, raw.stream), about)
        await took()
      }
      bytes += message.size
      next = await messages.next()
    }
  }
  for (let number = 1; !next.done; number += 1)
    yield { name: `${path}/messages${number === 1 ? '' : `-${number}`}.mbox`, open: async () => file() }
}
