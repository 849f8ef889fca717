import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fileSize } from '../../components/text/fileSize'
import { type TierId, tierIds, tiers } from '../../contract/tiers'
import { pathTo } from '../../store/routes/pathTo'
import { selectUser } from '../../store/session/session'
import { useAppSelector } from '../../store/typed'
import { useTierFacts } from './useTierFacts'
import './tierOffers.css'

/** Tiers with what each costs at the least; each leads to all of it. */
export function TierOffers({ ids = tierIds }: { ids?: readonly TierId[] }) {
  const { t, i18n } = useTranslation('product')
  const { nameOf, priceOf } = useTierFacts()
  const user = useAppSelector(selectUser)
  return (
    <ul className="product-offers">
      {ids.map((id) => (
        <li key={id}>
          <Link className="product-offer" to={pathTo('particulars', {}, { tier: id })}>
            <span className="product-offer-name">
              {nameOf(id)}
              {user?.tier === id && <span className="product-yours">{t('yours')}</span>}
            </span>
            <span className="product-offer-price">{priceOf(id)}</span>
            <span className="product-offer-hint">
              {t('offer', {
                count: tiers[id].recipientsPerMail,
                size: fileSize(tiers[id].quotaBytes, i18n.language),
              })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
