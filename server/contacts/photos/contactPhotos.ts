/** Photos of contacts: decoded and written anew, shown, removed (TRUST S29). */
import { Readable } from 'node:stream'
import { contactLimits } from '#contract/contacts/contactDetails'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/photos'
import type { Caller } from '../../core/caller'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { makeOwnTurns } from '../../kit/locks/ownTurns'
import { readPicture, writePicture } from '../../kit/pictures/writtenPicture'
import { type TicketChecks, ticketOwner } from '../../session/tickets/tickets'
import type { ContactPhotos } from './contactPhotos.store'

type PhotoDeps = { readonly contactPhotos: ContactPhotos; readonly clock: Clock }

const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

const kept = { types: Object.keys(endings), side: contactLimits.photoSide, mostPixels: contactLimits.photoPixels }

/** Of one account one picture is decoded at a time, and so many wait for it. */
const ownTurns = makeOwnTurns(3)

export const makePutContactPhoto =
  ({ contactPhotos, clock }: PhotoDeps) =>
  async (
    { id }: Form<typeof entries.putContactPhoto>,
    { account }: Caller,
    stream: Readable,
  ): Promise<Reply<typeof entries.putContactPhoto>> => {
    const bytes = await readPicture(stream, contactLimits.photoBytes)
    if (bytes === null) throw new Refusal('tooLarge', { field: 'photo', payload: { limit: contactLimits.photoBytes } })
    const turn = await ownTurns(account.id, () => writePicture(bytes, kept))
    if (turn === null) throw new Refusal('tooManyTries')
    const picture = turn.result
    if (picture === null) throw new Refusal('imageRefused', { field: 'photo' })
    const room = { now: clock.now(), mostBytes: contactLimits.photosBytes }
    const came = await contactPhotos.put(account.id, id, picture, room)
    if (came.is === 'absent') throw new Refusal('notFound')
    if (came.is === 'full') throw new Refusal('quotaExceeded', { field: 'photo' })
    return { photo: came.photo }
  }

export const makeRemoveContactPhoto =
  ({ contactPhotos }: Pick<PhotoDeps, 'contactPhotos'>) =>
  async (
    { id }: Form<typeof entries.removeContactPhoto>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeContactPhoto>> => {
    if (!(await contactPhotos.remove(account.id, id))) throw new Refusal('notFound')
    return {}
  }

export const makeContactPhoto =
  (deps: TicketChecks & Pick<PhotoDeps, 'contactPhotos'>) =>
  async ({ sid, photo }: Form<typeof entries.contactPhoto>): Promise<OutgoingFile> => {
    const { id } = await ticketOwner(deps, sid)
    const found = await deps.contactPhotos.find(id, photo)
    if (found === null) throw new Refusal('notFound')
    const { type, bytes } = found
    return {
      name: `photo.${endings[type] ?? 'bin'}`,
      type,
      size: bytes.length,
      stream: Readable.from([Buffer.from(bytes)]),
      inline: true,
    }
  }
