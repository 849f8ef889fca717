import { useEffect } from 'react'
import { I18nextProvider } from 'react-i18next'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router-dom'
import { isOfInputMethod } from '../components/browser/keyTargets'
import { ServicesProvider } from '../store/servicesContext'
import { selectIsLanguageOwn, selectLanguage } from '../store/settings/preferences'
import { watchPageViews } from './background/watchPageViews'
import type { AppDeps } from './makeApp'
import { ReloadProvider } from './overlays/reload'
import type { AppRouter } from './routes/makeRouter'

/** The Enter that ends a word of an input method sends no form. */
function keepFromInputMethod(event: KeyboardEvent): void {
  const isInField = event.target instanceof HTMLInputElement
  if (event.key === 'Enter' && isInField && isOfInputMethod(event)) event.preventDefault()
}

/** The whole app around one store. */
export function App({ store, services, i18n, reload, pageViews, router }: AppDeps & { readonly router: AppRouter }) {
  // What it was still fetching when the app went must lead nobody anywhere.
  useEffect(() => () => router.dispose(), [router])
  useEffect(() => (pageViews === null ? undefined : watchPageViews(router, pageViews)), [router, pageViews])
  useEffect(() => {
    document.addEventListener('keydown', keepFromInputMethod, true)
    return () => document.removeEventListener('keydown', keepFromInputMethod, true)
  }, [])
  useEffect(() => {
    document.documentElement.lang = i18n.language
    let wasOwn = selectIsLanguageOwn(store.getState())
    const handleChange = () => {
      const isOwn = selectIsLanguageOwn(store.getState())
      if (isOwn !== wasOwn) services.stored.set('ownLanguage', isOwn)
      wasOwn = isOwn
      const language = selectLanguage(store.getState())
      if (language === i18n.language) return
      services.stored.set('language', language)
      void i18n.changeLanguage(language).then(() => {
        document.documentElement.lang = language
      })
    }
    return store.subscribe(handleChange)
  }, [store, services, i18n])
  return (
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <ServicesProvider value={services}>
          <ReloadProvider value={reload}>
            <RouterProvider router={router} />
          </ReloadProvider>
        </ServicesProvider>
      </I18nextProvider>
    </Provider>
  )
}
