import { afterEach, describe, expect, it } from 'vitest'
import { makeImapPool } from '#server/mail/imap/connection/pool'
import { makeFolders } from '#server/mail/imap/folders/folders'
import { mailIdOf } from '#server/mail/imap/ids'
import { startScriptedImap } from '#tests/support/connections/scriptedImap'
import { owner } from '../../conformance/mail/mailbox'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const lin = owner('lin')
const utf7 = {
  已发送邮件: '&XfJT0ZABkK5O9g-',
  草稿箱: '&g0l6P3ux-',
  已删除: '&XfJSIJZk-',
  垃圾邮件: '&V4NXPpCuTvY-',
  客户: '&W6JiNw-',
}

/** Folders of a server that lists these lines, as strictly as Dovecot does; `prefix` is its personal namespace's. */
async function listed(lines: readonly string[], prefix = '') {
  const list = [...lines]
  let time = 0
  const pathIn = (it: string) => /"\/" "?(.*?)"?$/.exec(it)?.[1] ?? ''
  const server = await startScriptedImap(({ tag, line }) => {
    if (/^NAMESPACE/.test(line)) return `* NAMESPACE (("${prefix}" "/")) NIL NIL\r\n${tag} OK done\r\n`
    if (/^CREATE/.test(line)) list.push(`() "/" ${line.slice('CREATE '.length)}`)
    const [, reference = '', pattern = ''] = /^LIST "([^"]*)" "?([^" ]+)"?/.exec(line) ?? []
    if (pattern !== '') {
      const fits = (path: string) => (pattern === '*' ? path.startsWith(reference) : path === `${reference}${pattern}`)
      const found = list.filter((it) => fits(pathIn(it)))
      return `${found.map((it) => `* LIST ${it}\r\n`).join('')}${tag} OK done\r\n`
    }
    if (/^STATUS/.test(line)) return `* ${line.replace(/ \(.*/, '')} (MESSAGES 2 UNSEEN 1)\r\n${tag} OK done\r\n`
    return undefined
  })
  closing.push(server.close)
  const credentials = { passwordOf: async () => 'secret' }
  const pool = makeImapPool({ host: '127.0.0.1', port: server.port, secure: false, credentials })
  closing.push(pool.close)
  return {
    server,
    list,
    folders: makeFolders({ pool, now: () => time }),
    pass: (ms: number) => {
      time += ms
    },
    asked: () => server.lines.filter((line) => /^LIST "[^"]*" "?\*/.test(line)).length,
  }
}

const paths = async (lines: readonly string[], prefix?: string) => {
  const { folders } = await listed(lines, prefix)
  const { mailboxes } = await folders.layout(lin)
  return Object.fromEntries(mailboxes.map(({ id, path }) => [id.startsWith('f_') ? 'own' : id, path]))
}

describe('folders of an IMAP server', () => {
  it('are known by special use, whatever they are called', async () => {
    const lines = [
      '() "/" INBOX',
      '(\\Sent) "/" Out',
      '(\\Drafts) "/" Begun',
      '(\\Trash) "/" Bin',
      '(\\Junk) "/" Bad',
      '() "/" Sent',
    ]
    expect(await paths(lines)).toEqual({
      inbox: 'INBOX',
      sent: 'Out',
      draft: 'Begun',
      deleted: 'Bin',
      junk: 'Bad',
      own: 'Sent',
    })
  })

  it('are known by their Chinese or English names where a server tells no special use', async () => {
    const chinese = [
      '() "/" INBOX',
      ...[utf7.已发送邮件, utf7.草稿箱, utf7.已删除, utf7.垃圾邮件].map((name) => `() "/" "${name}"`),
    ]
    expect(await paths(chinese)).toEqual({
      inbox: 'INBOX',
      sent: '已发送邮件',
      draft: '草稿箱',
      deleted: '已删除',
      junk: '垃圾邮件',
    })
    const english = ['INBOX', '"Sent Items"', 'drafts', '"Deleted Messages"', 'Spam'].map((name) => `() "/" ${name}`)
    expect(await paths(english)).toEqual({
      inbox: 'INBOX',
      sent: 'Sent Items',
      draft: 'drafts',
      deleted: 'Deleted Messages',
      junk: 'Spam',
    })
  })

  it('are found and made within the personal namespace, and not deep within one of a person’s own', async () => {
    const lines = ['() "/" INBOX', '() "/" INBOX/Sent', '() "/" INBOX/Work', '() "/" INBOX/Work/Trash']
    const { folders, server } = await listed(lines, 'INBOX/')
    expect(await folders.find(lin, 'sent')).toMatchObject({ path: 'INBOX/Sent', parent: null })
    expect(await folders.find(lin, 'deleted')).toBeNull()
    expect(await folders.find(lin, 'deleted', { make: true })).toMatchObject({ path: 'INBOX/Trash' })
    expect(server.lines.filter((line) => line.startsWith('CREATE'))).toEqual(['CREATE INBOX/Trash'])
  })

  it('keep a parent that only holds others, and open no mail in it', async () => {
    const { folders } = await listed([
      '() "/" INBOX',
      `(\\Noselect) "/" "${utf7.客户}"`,
      `() "/" "${utf7.客户}/A"`,
      '(\\Noselect) "/" Empty',
    ])
    const { mailboxes } = await folders.layout(lin)
    expect(mailboxes.map(({ name, holdsMail }) => [name, holdsMail])).toEqual([
      ['inbox', true],
      ['客户', false],
      ['A', true],
    ])
    const [, parent, child] = mailboxes
    expect(child?.parent).toBe(parent?.id)
    expect(await folders.find(lin, parent?.id ?? '')).toBeNull()
    const shown = (await folders.counted(lin)).filter(({ name }) => ['客户', 'A'].includes(name))
    expect(shown.map(({ name, total, holdsMail }) => [name, total, holdsMail])).toEqual([
      ['客户', 0, false],
      ['A', 2, undefined],
    ])
  })

  it('S13 S21: name mails of this account in mailboxes that are listed, and nothing else', async () => {
    const { folders, server } = await listed(['() "/" INBOX', '() "/" "a \\"b\\" {5+}"'])
    const mine = mailIdOf('lin', 'a "b" {5+}', 7n, 3)
    const ids = [
      mine,
      mine,
      mailIdOf('chen', 'INBOX', 7n, 1),
      mailIdOf('lin', 'Not here', 7n, 1),
      mailIdOf('lin', 'INBOX" NOOP', 7n, 1),
      'absent',
    ]
    const groups = await folders.groups(lin, ids)
    expect(groups.map(({ mailbox, uidValidity, mails }) => [mailbox.path, uidValidity, mails])).toEqual([
      ['a "b" {5+}', 7n, [{ id: mine, uid: 3 }]],
    ])
    expect(server.lines.filter((line) => /NOOP|Not here/.test(line))).toEqual([])
  })

  it('are listed once for a while, and anew after a change', async () => {
    const { folders, asked } = await listed(['() "/" INBOX'])
    await Promise.all([folders.layout(lin), folders.find(lin, 'inbox'), folders.groups(lin, [])])
    expect(asked()).toBe(1)
    folders.changed('lin', 'layout')
    await folders.layout(lin)
    expect(asked()).toBe(2)
  })

  it('R6: hold an inbox that stands beside the namespace’s prefix', async () => {
    const { folders } = await listed(['() "/" INBOX', '() "/" INBOX/Sent', '() "/" INBOX/Work'], 'INBOX/')
    const { mailboxes } = await folders.layout(lin)
    expect(mailboxes.map(({ path, parent }) => [path, parent])).toEqual([
      ['INBOX', null],
      ['INBOX/Sent', null],
      ['INBOX/Work', null],
    ])
    expect((await folders.counted(lin)).map(({ id, total }) => [id, total]).slice(0, 3)).toEqual([
      ['inbox', 2],
      ['sent', 2],
      ['draft', 0],
    ])
    const mail = mailIdOf('lin', 'INBOX', 7n, 1)
    expect(await folders.groups(lin, [mail])).toMatchObject([{ mails: [{ id: mail }] }])
  })

  it('can be opened as soon as they are shown, and are found at a first miss', async () => {
    const { folders, list, asked, pass } = await listed(['() "/" INBOX'])
    await folders.layout(lin)
    list.push('() "/" Work')
    const shown = (await folders.counted(lin)).find(({ name }) => name === 'Work')?.id ?? ''
    expect(await folders.find(lin, shown)).toMatchObject({ path: 'Work' })
    expect(asked()).toBe(2)
    list.push('() "/" Made')
    const made = mailIdOf('lin', 'Made', 7n, 1)
    expect(await Promise.all([folders.groups(lin, [made]), folders.groups(lin, [made])])).toMatchObject([
      [{ mails: [{ id: made }] }],
      [{ mails: [{ id: made }] }],
    ])
    expect(asked()).toBe(3)
    const asks = async () => [await folders.find(lin, 'f_none'), await folders.find(lin, 'f_none')]
    expect(await asks()).toEqual([null, null])
    expect(asked()).toBe(3)
    pass(1_000)
    expect(await asks()).toEqual([null, null])
    expect(asked()).toBe(4)
  })

  it('keep what was changed during a count', async () => {
    const { folders, list } = await listed(['() "/" INBOX'])
    const counting = folders.counted(lin)
    folders.changed('lin', 'layout')
    list.push('() "/" Work')
    const read = await folders.layout(lin)
    await counting
    expect(await folders.layout(lin)).toBe(read)
  })
})
