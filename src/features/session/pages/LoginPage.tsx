import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Brand } from '../../../components/Brand'
import { LanguageSwitch } from '../../../components/LanguageSwitch'
import { pathTo } from '../../../store/pathTo'
import { languageChosen, selectLanguage } from '../../../store/preferences'
import { selectBrand, selectLogoUrl } from '../../../store/site'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { SignInFields } from '../components/SignInFields'
import { useSignIn } from '../hooks/useSignIn'
import { nextPath } from '../nextPath'
import './LoginPage.css'

/** The page before the mailbox; `onTyping` lets the app fetch the mailbox's code meanwhile. */
export function LoginPage({ onTyping }: { onTyping?: () => void }) {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  const form = useSignIn('', () => {
    navigate(nextPath(search.get('next')) ?? pathTo('receive'), { replace: true })
  })
  return (
    <div className="session-page">
      <header className="session-header">
        <Brand name={brand} logoUrl={logoUrl} />
        <LanguageSwitch spelled language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
      </header>
      <main className="session-main">
        <div className="session-words">
          <p className="session-slogan">{t('slogan')}</p>
          <p className="session-promise">{t('promise')}</p>
        </div>
        <section className="session-card">
          <h1 className="session-title">{t('title')}</h1>
          <SignInFields form={form} focus="account" onTyping={onTyping}>
            <button type="submit" className="ep-button ep-button-primary session-submit" aria-busy={form.isBusy}>
              {t(form.isBusy ? 'submitting' : 'submit')}
            </button>
          </SignInFields>
        </section>
      </main>
    </div>
  )
}
