import { useTranslation } from 'react-i18next'
import { chinaDate } from '../../components/text/mailDate'
import type { Reply } from '../../contract/endpoint'
import type { userInfos } from '../../contract/endpoints/account/orders'

/** Which tier it is now, and until when. */
export function MembershipState({ membership }: { membership: Reply<typeof userInfos> }) {
  const { t, i18n } = useTranslation(['membership', 'layout', 'errors'])
  const { username, tier, dueTime, daysLeft, state } = membership
  const present = { address: username, tier: t(`layout:tier.${tier}`) }
  const date = chinaDate(dueTime, i18n.language)
  if (dueTime === null) return <p className="membership-state">{t('withoutEnd', present)}</p>
  if (state === 'active')
    return <p className="membership-state">{t('until', { ...present, date, count: daysLeft ?? 0 })}</p>
  return (
    <p className="membership-state membership-over" role="alert">
      {t(state === 'grace' ? 'inGrace' : 'over', { ...present, date, count: daysLeft ?? 0 })}
    </p>
  )
}
