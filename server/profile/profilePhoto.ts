/** The photo of the person themselves: decoded and written anew, shown, removed (TRUST S29). */
import type { Readable } from 'node:stream'
import { contactLimits } from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/profile'
import { profilePhotoSide } from '#contract/profile/profileRules'
import type { ContactPhotos } from '../contacts/photos/contactPhotos.store'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { makeOwnTurns } from '../kit/locks/ownTurns'
import { readPicture, writePicture } from '../kit/pictures/writtenPicture'
import { makeReadProfile, type ProfileDeps } from './profiles'

export type ProfilePhotoDeps = ProfileDeps & { readonly contactPhotos: Pick<ContactPhotos, 'add'> }

const kept = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  side: profilePhotoSide,
  mostPixels: contactLimits.photoPixels,
}

/** Of one account one picture is decoded at a time, and so many wait for it. */
const ownTurns = makeOwnTurns(3)

export const makePutProfilePhoto =
  (deps: ProfilePhotoDeps) =>
  async (_form: unknown, caller: Caller, stream: Readable): Promise<Reply<typeof entries.putProfilePhoto>> => {
    const { id } = caller.account
    const bytes = await readPicture(stream, contactLimits.photoBytes)
    if (bytes === null) throw new Refusal('tooLarge', { field: 'photo', payload: { limit: contactLimits.photoBytes } })
    const turn = await ownTurns(id, () => writePicture(bytes, kept))
    if (turn === null) throw new Refusal('tooManyTries')
    if (turn.result === null) throw new Refusal('imageRefused', { field: 'photo' })
    const room = { now: deps.clock.now(), mostBytes: contactLimits.photosBytes }
    const photo = await deps.contactPhotos.add(id, turn.result, room)
    if (photo === null) throw new Refusal('quotaExceeded', { field: 'photo' })
    await deps.profiles.change(id, { photo })
    return makeReadProfile(deps)({}, caller)
  }

export const makeRemoveProfilePhoto =
  (deps: ProfileDeps) =>
  async (_form: unknown, caller: Caller): Promise<Reply<typeof entries.removeProfilePhoto>> => {
    await deps.profiles.change(caller.account.id, { photo: '' })
    return makeReadProfile(deps)({}, caller)
  }
