/** Remote pictures: shown where the person asked for them, once or for all mail of a sender (TRUST S5). */

import { allowImages, imageSenders } from '#contract/endpoints/mail/imageSenders'
import { isSenderDoubtful } from '#contract/mail/doubtfulSender'
import type { Mail } from '#contract/shapes'
import { plainName } from '#src/components/text/AddressText'
import { say } from '#src/store/ask'
import { imagesAllowed } from '#src/store/mail/senderEvents'
import type { AppThunk } from '#src/store/typed'

/** Whether they are shown without being asked for; never in Junk, wherever the mail lay when it was opened. */
export function areImagesWanted(mail: Mail): boolean {
  return mail.imagesAllowed === true && mail.folder !== 'junk'
}

/** Whether the choice for all mail of this sender can be offered: not where the mail may be somebody else's. */
export function canAllowSender({ folder, from, authentication }: Mail): boolean {
  return folder !== 'junk' && from.address !== '' && !isSenderDoubtful(authentication)
}

export function alwaysShowImages({ id }: Mail): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(allowImages, { id })
    if (outcome.ok) dispatch(imagesAllowed({ address: outcome.value.address }))
    else dispatch(say(outcome))
  }
}

/** What this browser kept of a mail says nothing of whose pictures are wanted: that is asked where it makes a difference. */
export function learnWantedImages(mail: Mail): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    if (!canAllowSender(mail)) return
    const outcome = await call(imageSenders, {})
    const address = plainName(mail.from.address).toLowerCase()
    if (outcome.ok && outcome.value.senders.includes(address)) dispatch(imagesAllowed({ address }))
  }
}
