/** Which mailbox is the archive: the one marked so, else one of a usual name at the top, else none. */
import { expect, it } from 'vitest'
import { type Listed, makeName, systemPaths } from '#server/mail/imap/folders/specialUse'

const listed = (path: string, ...flags: string[]): Listed => ({
  path,
  name: path.split('/').at(-1) ?? path,
  flags: new Set(flags),
  parentPath: path.split('/').slice(0, -1).join('/'),
})

it.each([
  ['by its special use (RFC 6154)', [listed('Old', '\\Archive'), listed('Archive')], 'Old'],
  ['by its name, in any case', [listed('ARCHIVE')], 'ARCHIVE'],
  ['by its name in Chinese', [listed('归档')], '归档'],
  ['not where it only holds others', [listed('Archive', '\\Noselect'), listed('Archives')], 'Archives'],
  ['not within a folder of somebody', [listed('Work/Archive')], undefined],
])('the archive is found %s', (_how, mailboxes, path) => {
  expect(systemPaths([listed('INBOX'), ...mailboxes], '').get('archive')).toBe(path)
})

it('a missing archive is made as Archive', () => {
  expect(makeName('archive')).toBe('Archive')
})
