import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showDatesAs } from '../../components/text/mailDate'
import { browserZone, initialSettings } from '../../contract/settings'
import { useServices } from '../servicesContext'
import { selectUsername } from '../session/session'
import { useAppDispatch, useAppSelector, useAppStore } from '../typed'
import { readOwnLook } from './ownLook'
import { languageFound, selectIsLanguageOwn } from './preferences'
import { type OwnLook, ownLookChanged, selectOwnLook, selectSettings, selectSettingsStatus } from './settings'
import { loadSettings } from './settingsThunks'

/** Tells `public/skin.js`, which puts it on the page. */
function showSkin(detail: OwnLook): void {
  window.dispatchEvent(new CustomEvent('ep-skin', { detail }))
}

/** What was chosen elsewhere meanwhile is asked for when the person is back at this page. */
function useFreshSettings(): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { stored } = useServices()
  useEffect(() => {
    let isAsking = false
    const handleReturn = () => {
      if (document.visibilityState !== 'visible') return
      dispatch(ownLookChanged(readOwnLook(stored.get('ownLook'))))
      if (selectUsername(store.getState()) === null) return
      // A tab that comes back is both shown and focused.
      if (isAsking) return
      isAsking = true
      void dispatch(loadSettings()).finally(() => {
        isAsking = false
      })
    }
    document.addEventListener('visibilitychange', handleReturn)
    window.addEventListener('focus', handleReturn)
    return () => {
      document.removeEventListener('visibilitychange', handleReturn)
      window.removeEventListener('focus', handleReturn)
    }
  }, [dispatch, store, stored])
}

/** Dates in the zone and form of the account, also those that are shown already. */
export function useAccountDates(): void {
  const { i18n } = useTranslation()
  const { zone, dateForm: form } = useAppSelector(selectSettings)
  useEffect(() => {
    // Whatever shows a date shows texts, and draws them anew then.
    if (showDatesAs({ zone: zone === browserZone ? null : zone, form })) i18n.emit('languageChanged', i18n.language)
  }, [zone, form, i18n])
}

/** Skin and language as this browser or else the account has them, kept here so that the next visit begins with them. */
export function useAccountSettings(): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { stored } = useServices()
  const { skin, mode, language } = useAppSelector(selectSettings)
  const own = useAppSelector(selectOwnLook)
  const isTold = useAppSelector(selectSettingsStatus) === 'ready'
  const isLanguageOwn = useAppSelector(selectIsLanguageOwn)
  useEffect(() => {
    dispatch(ownLookChanged(readOwnLook(stored.get('ownLook'))))
  }, [dispatch, stored])
  useFreshSettings()
  useEffect(() => {
    if (!isTold) return
    stored.set('theme', skin)
    stored.set('mode', mode)
  }, [isTold, skin, mode, stored])
  useEffect(() => {
    // Until the gateway has told, what was kept of the account's stands.
    showSkin(isTold ? { skin, mode, ...own } : own)
    return () => {
      // Whoever comes next finds nothing of who has left.
      const { skin, mode } = initialSettings
      if (selectUsername(store.getState()) === null) showSkin({ skin, mode, ...readOwnLook(stored.get('ownLook')) })
    }
  }, [isTold, skin, mode, own, store, stored])
  useEffect(() => {
    if (isTold && !isLanguageOwn && language !== 'asHere') dispatch(languageFound(language))
  }, [isTold, isLanguageOwn, language, dispatch])
}
