/**
 * Counters that can never drift from the rows they count, since they change in the same transaction.
 * One UPDATE changes the folder, `seen` or `flagged`, never two of them at once: each has a trigger of its own.
 */
const attachment = 'has_attachment'

function addToBucket(scope: string, row: 'new' | 'old', flagged: string): string {
  return `insert into mail_buckets (scope, bucket, total, unread, flagged, attachment)
    values (${scope}, ${row}.seq >> 9, 1, 1 - ${row}.seen, ${flagged}, ${row}.${attachment})
    on conflict do update set total = total + 1, unread = unread + excluded.unread,
      flagged = flagged + excluded.flagged, attachment = attachment + excluded.attachment`
}

function takeFromBucket(scope: string, flagged: string): string {
  return `update mail_buckets set total = total - 1, unread = unread - (1 - old.seen),
      flagged = flagged - ${flagged}, attachment = attachment - old.${attachment}
      where scope = ${scope} and bucket = old.seq >> 9;
    delete from mail_buckets where scope = ${scope} and bucket = old.seq >> 9 and total = 0`
}

function countInFolder(row: 'new' | 'old', sign: '+' | '-'): string {
  return `update mail_folders set total = total ${sign} 1, unread = unread ${sign} (1 - ${row}.seen),
      size = size ${sign} ${row}.size where folder = ${row}.folder`
}

/** A body's statements that hold only for flagged mail live in a trigger with its own WHEN. */
function trigger(name: string, event: string, when: string | null, body: readonly string[]): string {
  return `create trigger ${name} after ${event} on mails ${when === null ? '' : `when ${when} `}begin ${body.join('; ')}; end`
}

export const mailTriggers = [
  trigger('mails_inserted', 'insert', null, [
    addToBucket('new.folder', 'new', 'new.flagged'),
    countInFolder('new', '+'),
    'update mailboxes set used = used + new.size, count = count + 1 where mailbox = new.mailbox',
  ]),
  trigger('mails_inserted_flagged', 'insert', 'new.flagged = 1', [addToBucket('-new.mailbox', 'new', '1')]),
  trigger('mails_deleted', 'delete', null, [
    takeFromBucket('old.folder', 'old.flagged'),
    countInFolder('old', '-'),
    'update mailboxes set used = used - old.size, count = count - 1 where mailbox = old.mailbox',
    'delete from mail_parsed where seq = old.seq',
    'delete from mail_text where rowid = old.seq',
  ]),
  trigger('mails_deleted_flagged', 'delete', 'old.flagged = 1', [takeFromBucket('-old.mailbox', '1')]),
  trigger('mails_moved', 'update of folder', 'old.folder <> new.folder', [
    takeFromBucket('old.folder', 'old.flagged'),
    addToBucket('new.folder', 'new', 'new.flagged'),
    countInFolder('old', '-'),
    countInFolder('new', '+'),
  ]),
  trigger('mails_seen', 'update of seen', 'old.seen <> new.seen', [
    'update mail_folders set unread = unread + old.seen - new.seen where folder = new.folder',
    `update mail_buckets set unread = unread + old.seen - new.seen
      where bucket = new.seq >> 9 and (scope = new.folder or (new.flagged = 1 and scope = -new.mailbox))`,
  ]),
  trigger('mails_flagged_changed', 'update of flagged', 'old.flagged <> new.flagged', [
    `update mail_buckets set flagged = flagged + new.flagged - old.flagged
      where scope = new.folder and bucket = new.seq >> 9`,
  ]),
  trigger('mails_flag_set', 'update of flagged', 'old.flagged < new.flagged', [
    addToBucket('-new.mailbox', 'new', '1'),
  ]),
  trigger('mails_flag_cleared', 'update of flagged', 'old.flagged > new.flagged', [
    takeFromBucket('-old.mailbox', '1'),
  ]),
]
