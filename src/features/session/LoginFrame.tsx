import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Brand } from '../../components/brand/Brand'
import { LanguageSwitch } from '../../components/button/LanguageSwitch'
import { pathTo } from '../../store/routes/pathTo'
import { languageChosen, selectLanguage } from '../../store/settings/preferences'
import { selectBrand, selectLogoUrl } from '../../store/shell/site'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './LoginFrame.css'

type Props = {
  children: ReactNode
  /** In the place of the words that stand beside the card. */
  beside?: ReactNode
}

/** Brand, words and the card in which somebody signs in, by whichever way. */
export function LoginFrame({ children, beside }: Props) {
  const { t } = useTranslation('login')
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  return (
    <div className="session-page">
      <header className="session-header">
        <Link className="session-brand" to={pathTo('pindex')}>
          <Brand name={brand} logoUrl={logoUrl} />
        </Link>
        <Link className="session-register" to={pathTo('registerTotal')}>
          {t('register')}
        </Link>
        <LanguageSwitch spelled language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
      </header>
      <main className="session-main">
        {beside === undefined && (
          <div className="session-words">
            <p className="session-slogan">{t('slogan')}</p>
            <p className="session-promise">{t('promise')}</p>
          </div>
        )}
        <section className="session-card">{children}</section>
        {beside}
      </main>
    </div>
  )
}
