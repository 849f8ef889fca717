import { beforeEach, describe, expect, it } from 'vitest'
import { makeStore } from '#src/store/makeStore'
import type { Services } from '#src/store/services'
import {
  composerDraftNamed,
  composersRestored,
  type DockEntry,
  dockComposer,
  mostDocked,
  selectDocked,
  selectRaised,
} from '#src/store/shell/composers'
import { overlayClosed, selectOverlays } from '#src/store/shell/overlays'
import type { AppStore } from '#src/store/typed'

let store: AppStore
beforeEach(() => {
  // Nothing here asks the gateway or a storage.
  store = makeStore({} as Services)
})

const dock = (path: string) => store.dispatch(dockComposer(path))
const keys = () => selectDocked(store.getState()).map(({ key }) => key)
const former = (change: Partial<DockEntry>): DockEntry => ({
  key: 'former',
  mode: 'draft',
  id: 'd1',
  mailto: null,
  draftId: null,
  shape: 'docked',
  turn: 7,
  ...change,
})

describe('what did not arrive', () => {
  it('a new mail asked for again is the one that waits', () => {
    dock('/writeMail')
    store.dispatch(overlayClosed({ kind: 'composers' }))
    dock('/writeMail')
    expect(keys()).toHaveLength(1)
    expect(selectOverlays(store.getState())).toEqual([{ kind: 'composers' }])
    expect(selectRaised(store.getState())).toEqual({ key: keys()[0], turn: 2 })
  })

  it('a new mail asked for while others are shown is one of its own, and so is what a link asks for', () => {
    dock('/writeMail')
    dock('/writeMail')
    store.dispatch(overlayClosed({ kind: 'composers' }))
    dock('/writeMail?mailto=mailto%3Aa%40ep.test')
    expect(keys()).toHaveLength(3)
  })
})

describe('those of the former page', () => {
  it('come beside what was opened before they were there, and behind it', () => {
    dock('/writeMail')
    const [own = ''] = keys()
    store.dispatch(composersRestored([former({})]))
    expect(keys()).toEqual(['former', own])
    const [first, second] = selectDocked(store.getState())
    expect(first?.turn).toBeLessThan(second?.turn ?? 0)
  })

  it('are not opened a second time where the draft was opened meanwhile', () => {
    dock('/draft/writeMail?mode=draft&id=d1')
    const [own = ''] = keys()
    store.dispatch(
      composersRestored([
        former({}),
        former({ key: 'new', mode: 'new', id: null, draftId: 'd1' }),
        former({ key: 'other', id: 'd2' }),
      ]),
    )
    expect(keys()).toEqual(['other', own])
  })

  it('are taken up by the draft that they were saved as', () => {
    store.dispatch(composersRestored([former({ mode: 'new', id: null })]))
    store.dispatch(composerDraftNamed({ key: 'former', draftId: 'd9' }))
    dock('/draft/writeMail?mode=draft&id=d9')
    expect(keys()).toEqual(['former'])
  })

  it('are at most as many as have room beside what is open', () => {
    dock('/writeMail')
    const many = Array.from({ length: mostDocked }, (_unused, at) => former({ key: `k${at}`, id: `d${at}` }))
    store.dispatch(composersRestored(many))
    expect(keys()).toHaveLength(mostDocked)
  })
})
