import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { priceText } from '../../components/text/priceText'
import { limits } from '../../contract/limits'
import { type TierId, tierIds, tiers } from '../../contract/tiers'
import { selectUser } from '../../store/session/session'
import { useAppSelector } from '../../store/typed'
import { NextSteps, ProductFrame } from './ProductFrame'
import { TierOffers } from './TierOffers'
import { useTierFacts } from './useTierFacts'

/** What is explained of a tier, with the number that its explanation names. */
const explained = {
  space: 0,
  recipients: 0,
  sends: 0,
  recalls: limits.recallMs / 3_600_000,
  recovery: limits.purgedRecoveryMs / limits.dayMs,
  schedule: 0,
} as const
const facts = ['space', 'recipients', 'sends', 'recalls', 'recovery', 'schedule'] as const

/** `/particulars?tier=`: one tier in full; where it names none, all of them to choose from. */
export function TierPage() {
  const { t } = useTranslation('product')
  const [search] = useSearchParams()
  const named = search.get('tier')
  const id = tierIds.find((one) => one === named)
  return (
    <ProductFrame>
      {id === undefined ? (
        <section>
          <h1>{t(named === null ? 'tier.choose' : 'tier.unknown')}</h1>
          <p className="product-lead">{t('tier.chooseHint')}</p>
          <TierOffers />
        </section>
      ) : (
        <>
          <Particulars id={id} />
          <section>
            <h2>{t('tier.others')}</h2>
            <TierOffers ids={tierIds.filter((one) => one !== id)} />
          </section>
        </>
      )}
    </ProductFrame>
  )
}

function Particulars({ id }: { id: TierId }) {
  const { t } = useTranslation('product')
  const { nameOf, textOf, priceOf } = useTierFacts()
  const isOwn = useAppSelector(selectUser)?.tier === id
  const { fenPerMonth, fenPerYear } = tiers[id]
  return (
    <section>
      <p className="product-eyebrow">
        {t('tier.eyebrow')}
        {isOwn && <span className="product-yours">{t('yours')}</span>}
      </p>
      <h1>{nameOf(id)}</h1>
      <p className="product-price">{priceOf(id)}</p>
      <p className="product-hint">
        {fenPerMonth === 0
          ? t('tier.freeHint')
          : t('tier.year', { price: priceText(fenPerYear), saved: priceText(12 * fenPerMonth - fenPerYear) })}
      </p>
      <dl className="product-facts">
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{t(`fact.${fact}`)}</dt>
            <dd>
              <strong>{textOf(id, fact)}</strong>
              <span>{t(`tier.explain.${fact}`, { count: explained[fact] })}</span>
            </dd>
          </div>
        ))}
      </dl>
      <NextSteps />
    </section>
  )
}
