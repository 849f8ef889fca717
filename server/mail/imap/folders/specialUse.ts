/** Which mailboxes are the system folders: by special-use (RFC 6154), else by the names that clients and providers give them. */
import { type SystemFolder, systemFolders } from '#contract/shapes'
import type { FolderId } from '#server/core/mail'

/** `attribute` in lower case; `make` is the name under which a missing one is made. */
type SpecialUse = { readonly attribute: string; readonly make: string; readonly names: readonly string[] }

const system: Readonly<Record<Exclude<SystemFolder, 'inbox'>, SpecialUse>> = {
  sent: {
    attribute: '\\sent',
    make: 'Sent',
    names: ['sent', 'sent items', 'sent messages', 'sent mail', '已发送', '已发送邮件', '发件箱', '已傳送', '寄件備份'],
  },
  draft: {
    attribute: '\\drafts',
    make: 'Drafts',
    names: ['drafts', 'draft', '草稿箱', '草稿夹', '草稿', '草稿匣'],
  },
  archive: {
    attribute: '\\archive',
    make: 'Archive',
    names: ['archive', 'archives', 'archived', '归档', '已归档', '存档', '封存'],
  },
  deleted: {
    attribute: '\\trash',
    make: 'Trash',
    names: [
      'trash',
      'deleted items',
      'deleted messages',
      'deleted',
      '已删除',
      '已删除邮件',
      '废件箱',
      '垃圾桶',
      '刪除的郵件',
    ],
  },
  junk: {
    attribute: '\\junk',
    make: 'Junk',
    names: ['junk', 'spam', 'junk e-mail', 'junk email', 'bulk mail', '垃圾邮件', '垃圾箱', '广告邮件', '垃圾郵件'],
  },
}

export type Listed = {
  readonly path: string
  readonly name: string
  /** Names of the mailbox's own attributes as the server wrote them. */
  readonly flags: ReadonlySet<string>
  readonly parentPath: string
}

export function isSystemId(id: FolderId): id is SystemFolder {
  return systemFolders.some((one) => one === id)
}

/** The name under which a missing system folder is made; the inbox is always there (RFC 9051 §5.1). */
export function makeName(id: SystemFolder): string {
  return id === 'inbox' ? 'INBOX' : system[id].make
}

/** The path of each system folder that the server has. `prefix` is the personal namespace's. */
export function systemPaths(listed: readonly Listed[], prefix: string): ReadonlyMap<SystemFolder, string> {
  const found = new Map<SystemFolder, string>()
  const inbox = listed.find(({ path }) => path.toUpperCase() === 'INBOX')
  found.set('inbox', inbox?.path ?? 'INBOX')
  const taken = () => new Set(found.values())
  const holdsMail = ({ flags }: Listed) => !has(flags, '\\noselect') && !has(flags, '\\nonexistent')
  for (const id of systemFolders) {
    if (id === 'inbox') continue
    const marked = listed.find((one) => has(one.flags, system[id].attribute) && holdsMail(one))
    if (marked !== undefined) found.set(id, marked.path)
  }
  for (const id of systemFolders) {
    if (id === 'inbox' || found.has(id)) continue
    for (const name of system[id].names) {
      const named = listed.find((one) => isTop(one, prefix) && one.name.toLowerCase() === name && holdsMail(one))
      if (named === undefined || taken().has(named.path)) continue
      found.set(id, named.path)
      break
    }
  }
  return found
}

/** A folder of that name deep within another is somebody's own. */
function isTop({ path, name }: Listed, prefix: string): boolean {
  const before = path.slice(0, path.length - name.length)
  return before === '' || before === prefix || /^INBOX[./]$/i.test(before)
}

function has(flags: ReadonlySet<string>, attribute: string): boolean {
  for (const flag of flags) if (flag.toLowerCase() === attribute) return true
  return false
}

export function isSelectable(flags: ReadonlySet<string>): boolean {
  return !has(flags, '\\noselect') && !has(flags, '\\nonexistent')
}
