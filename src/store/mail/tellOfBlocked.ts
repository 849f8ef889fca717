/** What the lists say of new contacts; nobody waits for it, so that forms close at once. */
import { loadChunk } from '../loadChunk'
import type { AppThunk } from '../typed'

export function tellOfBlocked(addresses: readonly string[]): AppThunk<void> {
  return (dispatch) =>
    void dispatch(loadChunk(() => import('./senderDecisions'))).then(
      (part) => part && dispatch(part.sayBlockedContacts(addresses)),
    )
}
