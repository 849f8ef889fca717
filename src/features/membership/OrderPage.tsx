import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { isInWeChat } from '../../components/browser/inWeChat'
import { useIsAtMost } from '../../components/browser/useMediaQuery'
import { mediumDate } from '../../components/text/mailDate'
import type { Reply } from '../../contract/endpoint'
import { type Order, type PayMethod, readOrder } from '../../contract/endpoints/account/orders'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { useAppDispatch } from '../../store/typed'
import { SumLines } from './OrderSum'
import { cancelOrder } from './orderThunks'
import { PayFrame, useWayBack } from './PayFrame'

/** Where a code of a method is shown. */
export const pathToCode = (method: PayMethod, number: string): string =>
  method === 'alipay'
    ? pathTo('mailFacadePay', { type: 'alipay' }, { number })
    : pathTo('wxPay', {}, { number, ...(method !== 'wechat' && { method }) })

/** What a phone opens is first there, and offered nowhere else. */
export function useOffered(methods: readonly PayMethod[]): readonly PayMethod[] {
  const isPhone = useIsAtMost('phone')
  const others = methods.filter((method) => method !== 'wechatH5')
  return isPhone && !isInWeChat() && methods.includes('wechatH5') ? ['wechatH5', ...others] : others
}

/** One order: its number, what it costs, until when it can be paid, and by what. */
export function OrderPage() {
  const { t } = useTranslation('membership')
  const [search] = useSearchParams()
  const answer = useReply(readOrder, { number: search.get('number') ?? '' })
  return (
    <PayFrame title={t('orderTitle')} methods={answer.last?.methods ?? null}>
      <Answered answer={answer} lines={6}>
        {(reply) => <OrderCard reply={reply} onChanged={(order) => answer.replace({ ...reply, order })} />}
      </Answered>
    </PayFrame>
  )
}

type CardProps = { reply: Reply<typeof readOrder>; onChanged: (order: Order) => void }

function OrderCard({ reply: { order, methods, payee }, onChanged }: CardProps) {
  const { t, i18n } = useTranslation('membership')
  const dispatch = useAppDispatch()
  const offered = useOffered(methods)
  const { number, state, expiresAt } = order

  async function handleCancel() {
    const cancelled = await dispatch(cancelOrder(number))
    if (cancelled !== null) onChanged(cancelled)
  }

  return (
    <div className="membership-narrow">
      <section className="membership-sum" aria-label={t('order')}>
        <dl className="membership-facts">
          <dt>{t('number')}</dt>
          <dd className="ep-number">{number}</dd>
          <dt>{t('payee')}</dt>
          <dd>{i18n.language === 'zh-CN' ? payee.zh : payee.en}</dd>
          <dt>{t('stateLabel')}</dt>
          <dd>{t(`state.${order.refund === 'due' ? 'refundDue' : state}`)}</dd>
          {state === 'open' && (
            <>
              <dt>{t('validUntil')}</dt>
              <dd>{mediumDate(expiresAt, i18n.language)}</dd>
            </>
          )}
        </dl>
        <SumLines sum={order} />
        {state === 'open' && <WeChatNote methods={methods} />}
        {state === 'open' ? (
          <div className="antd-form-actions">
            {offered.map((method, at) => (
              <Link
                key={method}
                className={at === 0 ? 'ep-button ep-button-primary' : 'ep-button'}
                to={pathToCode(method, number)}
              >
                {t(`payBy.${method}`)}
              </Link>
            ))}
            <Button onClick={() => void handleCancel()}>{t('cancelOrder')}</Button>
          </div>
        ) : (
          <AfterOrder order={order} />
        )}
      </section>
    </div>
  )
}

/** What became of an order that cannot be paid any more, and where to go on. */
function AfterOrder({ order: { number, state, refund } }: { order: Order }) {
  const { t } = useTranslation('membership')
  const wayBack = useWayBack()
  return (
    <>
      {state !== 'paid' && (
        <p role="status">{t(refund === 'none' ? 'orderIsClosed' : `refund.${refund}`, { number })}</p>
      )}
      <div className="antd-form-actions">
        {wayBack !== null && (
          <Link className="ep-button ep-button-primary" to={wayBack}>
            {t('wayBack')}
          </Link>
        )}
        {state === 'paid' && <Link to={pathTo('orderReceipt', {}, { number })}>{t('receipt')}</Link>}
      </div>
    </>
  )
}

/** WeChat's own browser can pay by none of the providers. */
export function WeChatNote({ methods }: { methods: readonly PayMethod[] }) {
  const { t } = useTranslation('membership')
  return isInWeChat() && !methods.includes('test') ? <p className="membership-test">{t('inWeChat')}</p> : null
}
