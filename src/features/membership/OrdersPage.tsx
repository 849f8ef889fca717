import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { minuteDate } from '../../components/text/mailDate'
import { sumText } from '../../components/text/priceText'
import type { Reply } from '../../contract/endpoint'
import { listOrders, type Order } from '../../contract/endpoints/account/orders'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { PayFrame } from './PayFrame'

/** Orders that wait to be paid, and all others below. */
export function OrdersPage() {
  const { t } = useTranslation('membership')
  const answer = useReply(listOrders, {})
  const empty = {
    of: ({ orders }: Reply<typeof listOrders>) => orders.length === 0,
    title: t('noOrders'),
    hint: t('noOrdersHint'),
    action: (
      <Link className="ep-button ep-button-primary" to={pathTo('mailUpgrade')}>
        {t('seeTiers')}
      </Link>
    ),
  }
  return (
    <PayFrame title={t('ordersTitle')}>
      <Answered answer={answer} lines={5} empty={empty}>
        {({ orders }) => (
          <ul className="membership-orders">
            {[...orders.filter(isOpen), ...orders.filter((order) => !isOpen(order))].map((order) => (
              <OrderRow key={order.number} order={order} />
            ))}
          </ul>
        )}
      </Answered>
    </PayFrame>
  )
}

const isOpen = ({ state }: Order) => state === 'open'

function OrderRow({ order }: { order: Order }) {
  const { t, i18n } = useTranslation(['membership', 'layout'])
  const { number, tier, months, purpose, state, refund, fen, createdAt } = order
  return (
    <li className="membership-order">
      <div>
        <p>
          {t(`purpose.${purpose}`, { tier: t(`layout:tier.${tier}`), count: months })} · <strong>{sumText(fen)}</strong>
        </p>
        <p className="membership-note">
          <span className="ep-number">{number}</span> · {minuteDate(createdAt, i18n.language)} ·{' '}
          {t(`state.${refund === 'due' ? 'refundDue' : state}`)}
        </p>
      </div>
      {state === 'open' ? (
        <Link className="ep-button ep-button-primary" to={pathTo('payOrder', {}, { number })}>
          {t('continuePay')}
        </Link>
      ) : (
        <Link className="ep-button" to={pathTo(state === 'paid' ? 'orderReceipt' : 'payOrder', {}, { number })}>
          {t(state === 'paid' ? 'receipt' : 'details')}
        </Link>
      )}
    </li>
  )
}
