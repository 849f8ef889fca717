/** Tells what is held for an Undo, so that a page that was loaded anew goes on with it. */
import type { Reply } from '#contract/endpoint'
import type * as planned from '#contract/endpoints/sending/planned'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import type { Clock } from '../../kit/clock'
import type { OutboxStore } from '../outbox.store'

/** More than a person can have sent within the longest hold. */
const most = 50

export const makeHeldSends =
  ({ outbox, clock }: { readonly outbox: Pick<OutboxStore, 'held'>; readonly clock: Clock }) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof planned.heldSends>> => {
    const now = clock.now()
    const held = await outbox.held(account.id, now, most)
    return {
      held: held.map(({ id, subject, sendAt }) => ({
        id,
        subject,
        // The gateway waits longer than it says, for an Undo that is pressed at the last moment.
        left: Math.max(0, sendAt - limits.holdMarginMs - now),
      })),
    }
  }
