import { useEffect } from 'react'
import { initialSettings } from '../../contract/settings'
import { useServices } from '../../store/servicesContext'
import { selectUsername } from '../../store/session/session'
import { languageFound, selectIsLanguageNew, selectLanguage } from '../../store/settings/preferences'
import { selectSettings, selectSettingsStatus } from '../../store/settings/settings'
import { changeSetting } from '../../store/settings/settingsThunks'
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/typed'

/** Tells `public/skin.js`, which puts it on the page. */
function showSkin(detail: { readonly skin: string; readonly mode: string }): void {
  window.dispatchEvent(new CustomEvent('ep-skin', { detail }))
}

/** Skin and language as this account has them, kept in this browser so that the next visit begins with them. */
export function useAccountSkin(): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { stored } = useServices()
  const { skin, mode, paper, language } = useAppSelector(selectSettings)
  // Until the gateway has told, what was kept stands, unless another is chosen meanwhile.
  const isTold = useAppSelector(selectSettingsStatus) === 'ready'
  const isKnown = isTold || skin !== initialSettings.skin || mode !== initialSettings.mode
  useEffect(() => {
    if (!isKnown) return
    stored.set('theme', skin)
    stored.set('mode', mode)
    showSkin({ skin, mode })
    return () => {
      // Whoever comes next finds nothing of who has left.
      const { skin, mode } = initialSettings
      if (selectUsername(store.getState()) === null) showSkin({ skin, mode })
    }
  }, [isKnown, skin, mode, stored, store])
  useEffect(() => {
    document.documentElement.dataset.paper = paper
  }, [paper])
  useEffect(() => {
    if (!isTold) return
    const here = selectLanguage(store.getState())
    if (selectIsLanguageNew(store.getState())) {
      dispatch(languageFound(here))
      if (here !== language) void dispatch(changeSetting('language', here))
    } else if (language !== 'asHere') dispatch(languageFound(language))
  }, [isTold, language, dispatch, store])
}
