/** One modal a browser, and one sign-out (SPEC §4, TRUST S18): what one tab learns of the session, the others of the same person look at as well. */
import { useEffect, useRef } from 'react'
import { openTabs } from '../../lib/storage/otherTabs'
import { useServices } from '../../store/servicesContext'
import { selectLeadsTo, selectSessionStatus, selectUsername, signedOut } from '../../store/session/session'
import { checkSession } from '../../store/session/sessionThunks'
import { readStoredUsername } from '../../store/session/storedSession'
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/typed'

export function useOtherTabs(): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { stored } = useServices()
  const status = useAppSelector(selectSessionStatus)
  const username = useAppSelector(selectUsername)
  const leadsTo = useAppSelector(selectLeadsTo)
  const tabs = useRef<ReturnType<typeof openTabs> | null>(null)
  /** Whose session this tab shows, lost or not, and whose sign-out here the others are to follow. */
  const shown = useRef<string | null>(null)

  useEffect(() => {
    /** Who was told to have left, while this tab still finds that one in the browser's storage, which may follow the word a moment later. */
    let left: string | null = null
    const follow = () => {
      const state = store.getState()
      const isTheirs = selectUsername(state) === left
      if (isTheirs && readStoredUsername(stored) === left) return
      left = null
      if (!isTheirs) return
      // It was told already.
      shown.current = null
      dispatch(signedOut('/'))
    }
    const channel = openTabs(({ event, username: whose }) => {
      const state = store.getState()
      if (selectUsername(state) !== whose) return
      // A tab that slept hears it late: whether it still is so, the gateway knows.
      if (event === 'lost' && selectSessionStatus(state) !== 'lost') dispatch(checkSession())
      if (event !== 'left') return
      left = whose
      follow()
    })
    const handleStorage = () => {
      if (left !== null) follow()
    }
    window.addEventListener('storage', handleStorage)
    tabs.current = channel
    return () => {
      window.removeEventListener('storage', handleStorage)
      channel.close()
    }
  }, [dispatch, store, stored])

  useEffect(() => {
    if (username !== null) {
      shown.current = username
      if (status === 'lost') tabs.current?.tell({ event: 'lost', username })
      return
    }
    // Led anywhere else, it was not given up: a phone asks for the password on the login page.
    const isGivenUp = leadsTo === null || leadsTo === '/'
    if (isGivenUp && shown.current !== null) tabs.current?.tell({ event: 'left', username: shown.current })
    shown.current = null
  }, [status, username, leadsTo])
}
