/** Puts everybody of a group of contacts among the recipients. */
import { type ContactGroup, groupMembers } from '#contract/endpoints/sending/contacts'
import type { Failure } from '#src/lib/http/outcome'
import { inNameOrder } from '#src/lib/i18n/byName'
import { selectLanguage } from '#src/store/settings/preferences'
import type { AppThunk } from '#src/store/typed'
import { contentChanged, selectComposer } from '../composeSlice'
import { type Merged, type Spot, withAdded } from './recipientLists'
import { knownRecipient } from './recipients'

/** `members`: how many the group has. */
export type Expanded = { readonly members: number; readonly merged: readonly Merged[] }

/** Answers what came of it, or why the group could not be asked for; null where the mail is no longer being written. */
export function expandGroup(
  key: string,
  { id }: ContactGroup,
  spot: Spot,
): AppThunk<Promise<Expanded | Failure['code'] | null>> {
  return async (dispatch, getState, { call, now }) => {
    const outcome = await call(groupMembers, { id })
    if (!outcome.ok) return outcome.code
    const composer = selectComposer(getState(), key)
    if (composer === null) return null
    const members = inNameOrder(outcome.value.people, selectLanguage(getState()))
    const people = members.map(knownRecipient)
    const { lists, merged } = withAdded(composer.content, people, spot)
    if (merged.length < people.length) {
      const { to, cc, bcc } = lists
      dispatch(contentChanged({ key, change: { to: [...to], cc: [...cc], bcc: [...bcc] }, now: now() }))
    }
    return { members: people.length, merged }
  }
}
