/** The pages about the product, and the sign-in that shows its tiers, fetched in one piece. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isVip, tierIds } from '../../contract/tiers'
import { FrontPage } from '../../features/product/FrontPage'
import { PhoneMailPage } from '../../features/product/PhoneMailPage'
import { TierOffers } from '../../features/product/TierOffers'
import { TierPage } from '../../features/product/TierPage'
import { GoldPage, TiersPage } from '../../features/product/TierPages'
import { LoginPage } from '../../features/session'
import { pathTo } from '../../store/routes/pathTo'
import { useMailboxPrefetch } from './prefetchMailbox'
import './vipLogin.css'

export const productPages = {
  pindex: FrontPage,
  vipProduction: TiersPage,
  goldMedal: GoldPage,
  particulars: TierPage,
  suixinyou: PhoneMailPage,
  loginVip: VipLoginRoute,
} as const

/** The login page of VIP mailboxes, with what they offer beside it. */
function VipLoginRoute() {
  const { t } = useTranslation('product')
  return (
    <LoginPage
      onTyping={useMailboxPrefetch()}
      beside={
        <section className="session-words vip-offers" aria-label={t('vip.title')}>
          <h2 className="session-slogan">{t('vip.title')}</h2>
          <p className="session-promise">{t('vip.lead')}</p>
          <TierOffers ids={tierIds.filter(isVip)} />
          <Link className="ep-link" to={pathTo('vipProduction')}>
            {t('compare')}
          </Link>
        </section>
      }
      expired={
        <p className="vip-expired">
          {t('vip.expired')}{' '}
          <Link className="ep-link" to={pathTo('vipProduction')}>
            {t('vip.prices')}
          </Link>
        </p>
      }
    />
  )
}
