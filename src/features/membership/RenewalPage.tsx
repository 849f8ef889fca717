import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { EmptyState } from '../../components/state/EmptyState'
import { userInfos } from '../../contract/endpoints/account/orders'
import { isVip } from '../../contract/tiers'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { MembershipState } from './MembershipState'
import { OrderSum } from './OrderSum'
import { PayFrame } from './PayFrame'

/** Extends the present tier. */
export function RenewalPage() {
  const { t } = useTranslation('membership')
  const membership = useReply(userInfos, {})
  const toUpgrade = (
    <Link className="ep-button ep-button-primary" to={pathTo('mailUpgrade')}>
      {t('seeTiers')}
    </Link>
  )
  return (
    <PayFrame title={t('renewalTitle')} methods={membership.last?.methods ?? null}>
      <Answered answer={membership} lines={6}>
        {(reply) => (
          <>
            <MembershipState membership={reply} />
            {!isVip(reply.tier) ? (
              <EmptyState title={t('freeRenewal')} hint={t('freeRenewalHint')} action={toUpgrade} />
            ) : reply.dueTime === null ? (
              <EmptyState title={t('noEnd')} hint={t('noEndHint')} />
            ) : (
              <div className="membership-narrow">
                <OrderSum tier={reply.tier} />
                <p>
                  <Link to={pathTo('mailUpgrade')}>{t('otherTier')}</Link>
                </p>
              </div>
            )}
          </>
        )}
      </Answered>
    </PayFrame>
  )
}
