import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router-dom'
import { Brand } from '../../components/brand/Brand'
import { LanguageSwitch } from '../../components/button/LanguageSwitch'
import { pathTo } from '../../store/routes/pathTo'
import { usePathToPay } from '../../store/routes/usePathToPay'
import { useServices } from '../../store/servicesContext'
import { selectUser } from '../../store/session/session'
import { languageChosen, selectLanguage } from '../../store/settings/preferences'
import { selectBrand, selectLogoUrl } from '../../store/shell/site'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './product.css'

const pages = [
  ['vipProduction', 'tiersLink'],
  ['goldMedal', 'goldLink'],
  ['suixinyou', 'phoneLink'],
] as const

/** Brand, ways in and the other pages about the product, around one of them. */
export function ProductFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('product')
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  return (
    <div className="product-page">
      <header className="product-header">
        <Link className="product-brand" to={pathTo('pindex')}>
          <Brand name={brand} logoUrl={logoUrl} />
        </Link>
        <nav className="product-nav" aria-label={t('about')}>
          {pages.map(([id, text]) => (
            <NavLink key={id} className="product-nav-link" to={pathTo(id)}>
              {t(text)}
            </NavLink>
          ))}
        </nav>
        <span className="product-header-end">
          <LanguageSwitch spelled language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
          <WayIn />
        </span>
      </header>
      <main className="product-main">{children}</main>
      <footer className="product-footer">
        <span>{brand}</span>
        <Link to={pathTo('login')}>{t('signIn')}</Link>
        <Link to={pathTo('loginVip')}>{t('vipSignIn')}</Link>
        <Link to={pathTo('pclogin')}>{t('scanSignIn')}</Link>
      </footer>
    </div>
  )
}

/** To the mailbox, or to the sign-in that leads there. */
function WayIn({ isPrimary = false }: { isPrimary?: boolean }) {
  const { t } = useTranslation('product')
  const isSignedIn = useAppSelector(selectUser) !== null
  return (
    <Link
      className={isPrimary ? 'ep-button ep-button-primary' : 'ep-button'}
      to={pathTo(isSignedIn ? 'receive' : 'login')}
    >
      {t(isSignedIn ? 'toMail' : 'signIn')}
    </Link>
  )
}

/** Below what a page says; `isComparing`: it compares the tiers itself. */
export function NextSteps({ isComparing = false }: { isComparing?: boolean }) {
  const { t } = useTranslation('product')
  const isSignedIn = useAppSelector(selectUser) !== null
  const mayRenew = useServices().stored.get('renewalTicket') !== null
  const toUpgrade = usePathToPay()
  return (
    <p className="product-steps">
      {mayRenew && (
        <Link className="ep-button ep-button-primary" to={pathTo('renewal')}>
          {t('renew')}
        </Link>
      )}
      <WayIn isPrimary={!mayRenew} />
      <Link className="ep-button" to={isSignedIn ? toUpgrade : pathTo('registerTotal')}>
        {t(isSignedIn ? 'upgrade' : 'register')}
      </Link>
      {!isComparing && (
        <Link className="ep-button" to={pathTo('vipProduction')}>
          {t('compare')}
        </Link>
      )}
    </p>
  )
}
