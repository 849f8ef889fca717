import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { Brand } from '#src/components/brand/Brand'
import { LanguageSwitch } from '#src/components/button/LanguageSwitch'
import { pathTo } from '#src/store/routes/pathTo'
import { selectUser } from '#src/store/session/session'
import { languageChosen, selectLanguage } from '#src/store/settings/preferences'
import { selectBrand, selectLogoUrl } from '#src/store/shell/site'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import './registration.css'

type Props = { title: string; intro: string; width: 'form' | 'wide'; children: ReactNode }

/** Brand, language and the way to the sign-in, around each page of registration. */
export function RegistrationFrame({ title, intro, width, children }: Props) {
  const { t } = useTranslation('registration')
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  const isSignedIn = useAppSelector(selectUser) !== null
  return (
    <div className={`registration registration-${width}`}>
      <header className="registration-header">
        <Link className="registration-brand" to={pathTo('pindex')}>
          <Brand name={brand} logoUrl={logoUrl} />
        </Link>
        <LanguageSwitch spelled language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
        {!isSignedIn && (
          <Link className="ep-button" to={pathTo('login')}>
            {t('signIn')}
          </Link>
        )}
      </header>
      <main>
        <AntdPage title={title} intro={intro} width={width}>
          {children}
        </AntdPage>
      </main>
    </div>
  )
}
