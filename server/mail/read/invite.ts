/** Says what a calendar invitation within a mail asks for, its times in the session's zone. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { decodePart } from '../../kit/charset'
import { type InviteTime, readInvite } from '../../kit/ical/readInvite'
import { writtenDate } from '../../kit/zonedDate'
import type { MailStores } from '../mail.store'
import { readStart } from './readStart'

type InviteReply = Reply<typeof entries.invite>

export const makeInvite =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async ({ id, part }: Form<typeof entries.invite>, { account, session }: Caller): Promise<InviteReply> => {
    const found = await mailStores.of(account).part(id, part)
    if (!found) throw new Refusal('notFound')
    const { bytes, isCut } = await readStart(found.stream, limits.sourceBytes)
    const invite = readInvite(decodePart(bytes, { type: found.attachment.type, charset: found.charset }, isCut))
    if (invite === null) return { invite: null }
    const { start, end, attendees, ...rest } = invite
    return {
      invite: {
        ...rest,
        attendees: [...attendees],
        start: written(start, session.timezone),
        end: written(lastOf(end, start), session.timezone),
      },
    }
  }

/** A whole day's end is the first day that is free again (RFC 5545, 3.6.1); a person reads the last one taken. */
function lastOf(end: InviteTime | null, start: InviteTime | null): InviteTime | null {
  if (end?.kind !== 'day') return end
  // Some programs name the day itself.
  if (start?.kind === 'day' && end.date <= start.date) return start
  const last = new Date(Date.parse(`${end.date}T00:00:00Z`) - 86_400_000)
  return { kind: 'day', date: last.toISOString().slice(0, 10) }
}

type WrittenTime = NonNullable<InviteReply['invite']>['start']

function written(time: InviteTime | null, timezone: string): WrittenTime {
  if (time === null) return null
  if (time.kind === 'day') return { text: time.date, zone: null, isDay: true }
  if (time.kind === 'local') return { text: time.text, zone: time.zone, isDay: false }
  return { text: writtenDate(time.at, timezone).slice(0, 16), zone: timezone, isDay: false }
}
