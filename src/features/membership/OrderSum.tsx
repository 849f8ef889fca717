import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { chinaDate } from '../../components/text/mailDate'
import { sumText } from '../../components/text/priceText'
import { type Quote, quoteOrder } from '../../contract/endpoints/account/orders'
import { type Term, terms } from '../../contract/terms'
import type { TierId } from '../../contract/tiers'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { useAppDispatch } from '../../store/typed'
import { submitOrder } from './orderThunks'

/** What a tier costs for a term, line by line, and the way to its order. */
export function OrderSum({ tier }: { tier: TierId }) {
  const { t, i18n } = useTranslation('membership')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [months, setMonths] = useState<Term>(12)
  const [session] = useState(() => crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const quote = useReply(quoteOrder, { tier, months })

  async function handleOrder() {
    setBusy(true)
    const idempotencyKey = `${session} ${tier} ${months}`
    const placed = await dispatch(submitOrder({ tier, months, idempotencyKey }))
    setBusy(false)
    if (placed === null) return
    await navigate('number' in placed ? pathTo('payOrder', {}, { number: placed.number }) : pathTo('continuePay'))
  }

  return (
    <section className="membership-sum" aria-label={t('order')}>
      <h2>{t('order')}</h2>
      <Segmented
        block
        aria-label={t('term')}
        options={terms.map((term) => ({ value: term, label: t('months', { count: term }) }))}
        value={months}
        onChange={setMonths}
      />
      <Answered answer={quote} lines={4}>
        {({ quote: found }) => (
          <>
            <SumLines sum={found} />
            <Button type="primary" size="large" block loading={isBusy} onClick={() => void handleOrder()}>
              {t('placeOrder')}
            </Button>
            <p className="membership-note">
              {t(found.purpose === 'upgrade' ? 'upgradeEnds' : 'renewalEnds', {
                date: chinaDate(found.endsAt, i18n.language),
              })}
            </p>
          </>
        )}
      </Answered>
    </section>
  )
}

/** The lines of a sum, and what is to be paid. */
export function SumLines({ sum }: { sum: Pick<Quote, 'tier' | 'months' | 'lines' | 'fen' | 'extraDays'> }) {
  const { t } = useTranslation(['membership', 'layout'])
  const { tier, months, lines, fen, extraDays } = sum
  return (
    <dl className="membership-lines">
      {lines.map(({ kind, fen: part, days = 0 }) => (
        <div key={kind}>
          <dt>{t(`line.${kind}`, { tier: t(`layout:tier.${tier}`), count: kind === 'credit' ? days : months })}</dt>
          <dd>{sumText(part)}</dd>
        </div>
      ))}
      {extraDays > 0 && (
        <div>
          <dt>{t('extraDays')}</dt>
          <dd>{t('days', { count: extraDays })}</dd>
        </div>
      )}
      <div className="membership-total">
        <dt>{t('toPay')}</dt>
        <dd>{sumText(fen)}</dd>
      </div>
    </dl>
  )
}
