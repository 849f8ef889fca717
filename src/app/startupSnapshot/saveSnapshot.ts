/** Keeps how a list looks, for the first moment of the next visit (docs/decisions/0025-startup-snapshot-of-the-list.md). */

import { selectFolders } from '../../store/mail/folders'
import type { Services } from '../../store/services'
import { selectSessionStatus, selectUsername } from '../../store/session/session'
import { readStoredUsername, sessionHours } from '../../store/session/storedSession'
import { selectLanguage } from '../../store/settings/preferences'
import type { AppStore } from '../../store/typed'
import { type Snapshot, takeSnapshot } from './takeSnapshot'

export type StartupSnapshot = {
  /** Whose list it is: nobody else is shown it (TRUST S18). */
  readonly account: string
  readonly path: string
  /** The app's entry: another build looks otherwise. */
  readonly build: string
  readonly language: string
  /** Pixels of the window: in another one the panes and rows are others. */
  readonly width: number
  readonly height: number
  /** The style sheets that it needs. */
  readonly styles: readonly string[]
  readonly drawn: Snapshot
}

/** Milliseconds without a change after which it is worth keeping. */
const quietMs = 1_000
/** Characters: more would take longer to read than the list itself. */
const most = 200_000
/** Of a moment, and not of the list. */
const passing =
  '.mailbox-row-selected, [aria-busy="true"], [aria-expanded="true"], [data-swept], [data-pulled], .mailbox-as-of'

/** Keeps it whenever the page has been quiet, and when it is left; answers how to stop. */
export function watchSnapshot(store: AppStore, { stored }: Services): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The lists and the folders around them as they were when it was kept. */
  let lists: unknown
  let folders = ''
  let written = ''
  const styles = stylesOf('.layout-root')

  function drop() {
    written = ''
    stored.remove('formerSight')
  }
  function keep() {
    clearTimeout(timer)
    const state = store.getState()
    const account = selectUsername(state)
    if (account === null || selectSessionStatus(state) !== 'signedIn' || readStoredUsername(stored) !== account) return
    const around = JSON.stringify(selectFolders(state))
    const drawn = drawnList()
    if (drawn === null) {
      // What is kept would show mails as they no longer are.
      if (state.mailbox?.lists !== lists || around !== folders) drop()
      return
    }
    lists = state.mailbox?.lists
    folders = around
    const sight: StartupSnapshot = {
      account,
      language: selectLanguage(state),
      ...whereItStands(),
      styles: styles(),
      drawn,
    }
    const text = JSON.stringify(sight)
    if (text === written) return
    if (text.length > most) {
      drop()
      return
    }
    written = text
    stored.set('formerSight', sight, sessionHours(stored))
  }
  function wait() {
    clearTimeout(timer)
    timer = setTimeout(keep, quietMs)
  }
  const handleHidden = () => {
    if (document.visibilityState === 'hidden') keep()
  }

  const unsubscribe = store.subscribe(wait)
  document.addEventListener('visibilitychange', handleHidden)
  window.addEventListener('pagehide', keep)
  // Back at the list nothing else may happen.
  window.addEventListener('popstate', wait)
  wait()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', handleHidden)
    window.removeEventListener('pagehide', keep)
    window.removeEventListener('popstate', wait)
  }
}

/** The desk around a list from its top, which nothing lies over; null where there is none. */
function drawnList(): Snapshot | null {
  const desk = document.querySelector('.layout-root')
  const scroller = desk?.querySelector('.mailbox-scroll')
  const isWhole = desk !== null && scroller?.querySelector('tr') && scroller.scrollTop === 0 && location.search === ''
  return isWhole && desk.querySelector(passing) === null ? takeSnapshot(desk) : null
}

function whereItStands() {
  return {
    path: location.pathname,
    build: document.querySelector('script[type="module"]')?.getAttribute('src') ?? '',
    width: window.innerWidth,
    height: window.innerHeight,
  }
}

/** Tells, at each call, which style sheets say something of what stands there now; each is looked through once. */
function stylesOf(place: string): () => readonly string[] {
  const known = new Map<CSSStyleSheet, string | null>()
  const isAbout = (rules: CSSRuleList): boolean =>
    [...rules].some((rule) => {
      if (rule instanceof CSSStyleRule && document.querySelector(`${place} :is(${rule.selectorText})`) !== null)
        return true
      return 'cssRules' in rule && rule.cssRules instanceof CSSRuleList && isAbout(rule.cssRules)
    })
  function hrefOf(sheet: CSSStyleSheet): string | null {
    const found = known.get(sheet)
    if (found !== undefined) return found
    const href = sheet.ownerNode instanceof Element ? sheet.ownerNode.getAttribute('href') : null
    const needed = href !== null && isAbout(sheet.cssRules) ? href : null
    known.set(sheet, needed)
    return needed
  }
  return () => [...document.styleSheets].flatMap((sheet) => hrefOf(sheet) ?? [])
}
