/** The client's calls, watched: a dead line is noted, and no tab acts as a user whom it does not show (TRUST S18). */
import type { Endpoint } from '../contract/endpoint'
import type { Client } from '../lib/http/createClient'
import type { Outcome } from '../lib/http/outcome'
import type { StoredItems } from '../lib/storage/storedItems'
import { selectUsername, sessionLost } from '../store/session/session'
import { readStoredUsername } from '../store/session/storedSession'
import { answerNotUnderstood, gatewayAnswered, gatewayUnreachable, selectIsReachable } from '../store/shell/connection'
import { overlayOpened } from '../store/shell/overlays'
import type { AppStore } from '../store/typed'

export function watchedCalls(client: Client, stored: StoredItems, getStore: () => AppStore): Client {
  /** Another tab signed in as someone else, or out: the stored token is not this tab's. */
  function isForeign(entry: Endpoint): boolean {
    const shown = selectUsername(getStore().getState())
    return !entry.anonymous && shown !== null && shown !== readStoredUsername(stored)
  }

  async function watch<R>(entry: Endpoint, answer: () => Promise<Outcome<R>>): Promise<Outcome<R>> {
    const store = getStore()
    if (isForeign(entry)) {
      store.dispatch(sessionLost())
      return { ok: false, code: 'sessionLost', payload: {} }
    }
    const outcome = await answer()
    const code = outcome.ok ? '' : outcome.code
    // The organization asks for a second factor first; a sign-in is answered so for another reason.
    const isHeldBack = code === 'factorNeeded' && !entry.anonymous
    if (isHeldBack) store.dispatch(overlayOpened({ kind: 'factor' }))
    const isSilent = code === 'unreachable'
    const isReachable = selectIsReachable(store.getState())
    // `badReply`, `badField`: a gateway of another version answers so.
    if (/^bad/.test(code)) store.dispatch(answerNotUnderstood())
    if (isSilent && isReachable) store.dispatch(gatewayUnreachable())
    if (!isSilent && !isReachable && code !== 'cancelled') store.dispatch(gatewayAnswered())
    // The page that it leads to says why; the words of the code are the sign-in's.
    return !outcome.ok && isHeldBack ? { ...outcome, code: 'cancelled' } : outcome
  }

  return {
    call: (entry, form, options) => watch(entry, () => client.call(entry, form, options)),
    sendBytes: (entry, query, bytes, options) => watch(entry, () => client.sendBytes(entry, query, bytes, options)),
    linkTo: client.linkTo,
  }
}
