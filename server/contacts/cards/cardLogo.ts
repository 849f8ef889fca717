/** The logo of a card, decoded and written anew: the file that came is not stored (TRUST S29). */
import type { Readable } from 'node:stream'
import { cardLimits } from '#contract/contacts/businessCard'
import { contactLimits } from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/cards'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { makeOwnTurns } from '../../kit/locks/ownTurns'
import { readPicture, writePicture } from '../../kit/pictures/writtenPicture'
import type { ContactPicture } from '../photos/contactPhotos.store'
import type { CardDeps } from './cards'

const kept = {
  types: ['image/png', 'image/jpeg', 'image/gif'],
  side: cardLimits.logoSide,
  mostPixels: cardLimits.logoPixels,
}

/** Of one account one picture is decoded at a time, and so many wait for it. */
const ownTurns = makeOwnTurns(3)

/** Null for what is no picture of these kinds by its bytes, is broken, or has too many pixels. */
export const makeLogo = (bytes: Uint8Array): Promise<ContactPicture | null> => writePicture(bytes, kept)

export const makePutCardLogo =
  ({ contactPhotos, clock }: Pick<CardDeps, 'contactPhotos' | 'clock'>) =>
  async (_form: unknown, { account }: Caller, stream: Readable): Promise<Reply<typeof entries.putCardLogo>> => {
    const bytes = await readPicture(stream, limits.logoBytes - 1)
    if (bytes === null) throw new Refusal('logoTooLarge', { field: 'logo' })
    const turn = await ownTurns(account.id, () => makeLogo(bytes))
    if (turn === null) throw new Refusal('tooManyTries')
    const logo = turn.result
    if (logo === null) throw new Refusal('imageFormatUnsupported', { field: 'logo' })
    const room = { now: clock.now(), mostBytes: contactLimits.photosBytes }
    const photo = await contactPhotos.add(account.id, logo, room)
    if (photo === null) throw new Refusal('quotaExceeded', { field: 'logo' })
    return { logo: photo }
  }
