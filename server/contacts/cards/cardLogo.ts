/** The logo of a card, decoded and written anew: the file that came is not stored (TRUST S29). */
import type { Readable } from 'node:stream'
import { cardLimits } from '#contract/contacts/businessCard'
import { contactLimits } from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/cards'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { makeKeyedSemaphore } from '../../kit/locks/keyedSemaphore'
import { makeOwnTurns } from '../../kit/locks/ownTurns'
import { pictureType } from '../../kit/pictureType'
import { readPicture } from '../photos/contactPhotos'
import type { ContactPicture } from '../photos/contactPhotos.store'
import type { CardDeps } from './cards'

const taken: readonly (string | null)[] = ['image/png', 'image/jpeg', 'image/gif']

/** Pictures that are decoded at once by one gateway, each with up to 100 MB of pixels. */
const atOnce = 2
const decodeSeconds = 10
const turns = makeKeyedSemaphore()

/** Of one account one picture is decoded at a time, and so many wait for it. */
const ownTurns = makeOwnTurns(3)

/** Null for what is no picture of these kinds by its bytes, is broken, or has too many pixels. */
export async function makeLogo(bytes: Uint8Array): Promise<ContactPicture | null> {
  if (!taken.includes(pictureType(bytes))) return null
  return turns(
    'logo',
    async () => atOnce,
    () => written(bytes).catch(() => null),
  )
}

/** The work is done by threads of libuv; the library is loaded with the first picture. */
async function written(bytes: Uint8Array): Promise<ContactPicture> {
  const { default: sharp } = await import('sharp')
  const side = cardLimits.logoSide
  // Of an animation the first frame alone is read; EXIF turns the picture, and goes.
  const picture = sharp(bytes, { limitInputPixels: cardLimits.logoPixels, failOn: 'truncated' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: decodeSeconds })
  const { hasAlpha } = await picture.metadata()
  if (hasAlpha) return { type: 'image/png', bytes: await picture.png({ palette: true }).toBuffer() }
  return { type: 'image/jpeg', bytes: await picture.jpeg({ quality: 85 }).toBuffer() }
}

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
