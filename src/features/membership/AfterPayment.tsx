import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { lazyDialog } from '../../components/lazy/lazyDialog'
import { chinaDate, minuteDate } from '../../components/text/mailDate'
import { type Order, readOrder } from '../../contract/endpoints/account/orders'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { selectUsername } from '../../store/session/session'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { SumLines } from './OrderSum'
import { saveReceipt } from './orderThunks'
import { PayFrame, useWayBack } from './PayFrame'

const BuyerDialog = lazyDialog(async () => (await import('./BuyerDialog')).BuyerDialog)

function useOrder() {
  const [search] = useSearchParams()
  return useReply(readOrder, { number: search.get('number') ?? '', ask: true })
}

/** What is active now; of money that could not be used, where it goes. */
export function PaySuccessPage() {
  const { t } = useTranslation('membership')
  const answer = useOrder()
  const isPaid = answer.last?.order.state === 'paid'
  return (
    <PayFrame
      title={t(answer.last === null ? 'payTitle' : isPaid ? 'paidTitle' : 'notPaidTitle')}
      methods={answer.last?.methods ?? null}
    >
      <Answered answer={answer} lines={4}>
        {({ order }) => <Outcome order={order} />}
      </Answered>
    </PayFrame>
  )
}

function Outcome({ order }: { order: Order }) {
  const { t, i18n } = useTranslation(['membership', 'layout'])
  const isSignedIn = useAppSelector(selectUsername) !== null
  const wayBack = useWayBack()
  const { number, state, refund, tier, endsAt } = order
  const tierName = t(`layout:tier.${tier}`)
  if (state === 'open')
    return (
      <>
        <p role="status">{t('stillOpen')}</p>
        <Link className="ep-button ep-button-primary" to={pathTo('payOrder', {}, { number })}>
          {t('continuePay')}
        </Link>
      </>
    )
  if (state !== 'paid')
    return <p role="alert">{t(refund === 'none' ? 'orderIsClosed' : `refund.${refund}`, { number })}</p>
  return (
    <>
      <p role="status">{t('isActive', { tier: tierName, date: chinaDate(endsAt, i18n.language) })}</p>
      {refund !== 'none' && <p>{t(`refund.${refund}`, { number })}</p>}
      <div className="antd-form-actions">
        {wayBack !== null ? (
          <Link className="ep-button ep-button-primary" to={wayBack}>
            {t('wayBack')}
          </Link>
        ) : (
          <Link className="ep-button ep-button-primary" to={pathTo(isSignedIn ? 'receive' : 'login')}>
            {t(isSignedIn ? 'toInbox' : 'signIn')}
          </Link>
        )}
        <Link className="ep-button" to={pathTo('orderReceipt', {}, { number })}>
          {t('receipt')}
        </Link>
      </div>
    </>
  )
}

/** Of a paid order, to be printed. */
export function ReceiptPage() {
  const { t } = useTranslation('membership')
  const dispatch = useAppDispatch()
  const [isSaving, setSaving] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const answer = useOrder()
  const isPaid = answer.last?.order.state === 'paid'

  async function handleSave(number: string) {
    setSaving(true)
    await dispatch(saveReceipt(number))
    setSaving(false)
  }

  return (
    <PayFrame
      title={t('receiptTitle')}
      methods={answer.last?.methods ?? null}
      actions={
        isPaid && (
          <>
            <Button onClick={() => setNaming(true)}>{t('buyer.open')}</Button>
            <Button loading={isSaving} onClick={() => void handleSave(answer.last?.order.number ?? '')}>
              {t('savePdf')}
            </Button>
            <Button onClick={() => window.print()}>{t('print')}</Button>
          </>
        )
      }
    >
      <Answered answer={answer} lines={6}>
        {(reply) =>
          reply.order.state === 'paid' ? (
            <>
              <Receipt {...reply} />
              {isNaming && (
                <BuyerDialog
                  order={reply.order}
                  onSaved={(order) => answer.replace({ ...reply, order })}
                  onClose={() => setNaming(false)}
                />
              )}
            </>
          ) : (
            <p role="alert">{t('noReceipt')}</p>
          )
        }
      </Answered>
    </PayFrame>
  )
}

function Receipt({ order, payee }: { order: Order; payee: { zh: string; en: string } }) {
  const { t, i18n } = useTranslation(['membership', 'layout'])
  const { number, purpose, tier, months, paidAt, method, endsAt, buyer } = order
  return (
    <section className="membership-receipt" aria-label={t('receiptTitle')}>
      <dl className="membership-facts">
        <dt>{t('number')}</dt>
        <dd className="ep-number">{number}</dd>
        <dt>{t('payee')}</dt>
        <dd>{i18n.language === 'zh-CN' ? payee.zh : payee.en}</dd>
        {buyer.title !== '' && (
          <>
            <dt>{t('buyer.title')}</dt>
            <dd>{buyer.title}</dd>
          </>
        )}
        {buyer.taxNumber !== '' && (
          <>
            <dt>{t('buyer.taxNumber')}</dt>
            <dd className="ep-number">{buyer.taxNumber}</dd>
          </>
        )}
        <dt>{t('bought')}</dt>
        <dd>{t(`purpose.${purpose}`, { tier: t(`layout:tier.${tier}`), count: months })}</dd>
        <dt>{t('activeUntil')}</dt>
        <dd>{chinaDate(endsAt, i18n.language)}</dd>
        <dt>{t('paidAt')}</dt>
        <dd>{minuteDate(paidAt, i18n.language)}</dd>
        <dt>{t('paidBy')}</dt>
        <dd>{method !== null && t(`method.${method}`)}</dd>
      </dl>
      <SumLines sum={order} />
    </section>
  )
}
