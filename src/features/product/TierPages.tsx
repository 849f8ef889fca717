/** The tiers side by side: all of them, and the gold one beside its neighbours. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fileSize } from '../../components/text/fileSize'
import { limits } from '../../contract/limits'
import { tiers } from '../../contract/tiers'
import { pathTo } from '../../store/routes/pathTo'
import { NextSteps, ProductFrame } from './ProductFrame'
import { TierTable } from './TierTable'
import { useTierFacts } from './useTierFacts'

/** Months that a year costs; the same for every tier that costs anything. */
const monthsOfYear = tiers.soho.fenPerYear / tiers.soho.fenPerMonth

/** `/vipProducttion`: what the mailboxes are, and the tiers side by side. */
export function TiersPage() {
  const { t, i18n } = useTranslation('product')
  return (
    <ProductFrame>
      <section>
        <h1>{t('tiers.title')}</h1>
        <p className="product-lead">{t('tiers.lead', { count: monthsOfYear })}</p>
      </section>
      <section>
        <h2>{t('tiers.table')}</h2>
        <TierTable caption={t('tiers.table')} />
        <p className="product-hint">
          {t('tiers.note', { size: fileSize(limits.attachmentBytesPerMail, i18n.language) })}
        </p>
        <NextSteps isComparing />
      </section>
    </ProductFrame>
  )
}

const gold = tiers.enterprise
const uses = {
  people: gold.recipientsPerMail,
  sends: gold.sendsPerDay,
  recalls: gold.recallsPerMonth,
  schedule: gold.scheduleDays,
} as const

/** `/goldMedal`: the tier of enterprises, beside the tiers before and after it. */
export function GoldPage() {
  const { t } = useTranslation('product')
  const { textOf, priceOf } = useTierFacts()
  return (
    <ProductFrame>
      <section>
        <h1>{t('gold.title')}</h1>
        <p className="product-lead">
          {t('gold.lead', { size: textOf('enterprise', 'space'), price: priceOf('enterprise') })}
        </p>
        <NextSteps />
      </section>
      <section>
        <h2>{t('gold.fits')}</h2>
        <ul className="product-points">
          {Object.entries(uses).map(([use, count]) => (
            <li key={use}>
              <h3>{t(`gold.${use}.title`)}</h3>
              <p>{t(`gold.${use}.text`, { count })}</p>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('gold.table')}</h2>
        <TierTable caption={t('gold.table')} ids={['sme', 'enterprise', 'globalEnterprise']} featured="enterprise" />
        <p className="product-steps">
          <Link className="ep-link" to={pathTo('particulars', {}, { tier: 'enterprise' })}>
            {t('gold.full')}
          </Link>
        </p>
      </section>
    </ProductFrame>
  )
}
