import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import * as v from 'valibot'
import '../../components/state/bar.css'
import { chinaDate } from '../../components/text/mailDate'
import type { Reply } from '../../contract/endpoint'
import { userInfos } from '../../contract/endpoints/account/orders'
import { limits } from '../../contract/limits'
import { hasLargerTier, isVip } from '../../contract/tiers'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { useReply } from '../../store/ask'
import { selectIsFull } from '../../store/mail/quotaThunks'
import { pathTo } from '../../store/routes/pathTo'
import { usePathToPay } from '../../store/routes/usePathToPay'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useServices } from '../../store/servicesContext'
import { selectUser } from '../../store/session/session'
import { useAppSelector } from '../../store/typed'

const hour = 3_600_000
const [firstReminder] = limits.remindDays

/** Says above the page that the mailbox takes no new message, or that the membership ends soon. */
export function MembershipBar() {
  const isFull = useAppSelector(selectIsFull)
  const dueTime = useAppSelector(selectUser)?.dueTime ?? null
  const { now } = useServices()
  const { frame } = useRouteSpec()
  const isNear = dueTime !== null && dueTime - now() < (firstReminder + 1) * limits.dayMs
  return (
    <div role="status">
      {frame === 'desk' && isFull && <FullBar />}
      {frame === 'desk' && isNear && <EndingBar dueTime={dueTime} />}
    </div>
  )
}

function FullBar() {
  // The page does not wait for texts that it hardly ever shows.
  const { t, ready } = useTranslation('membership', { useSuspense: false })
  const { tabItems } = useServices()
  const user = useAppSelector(selectUser)
  const toUpgrade = usePathToPay()
  const [closedOf, setClosedOf] = useState(() => tabItems.get('fullPutAway'))
  if (!ready || user === null || closedOf === user.username) return null

  function handleClose(account: string) {
    tabItems.set('fullPutAway', account)
    setClosedOf(account)
  }

  return (
    <p className="ep-bar ep-bar-warning ep-bar-full">
      <span>{t('bar.full')}</span>
      <Link className="ep-link" to={pathTo('receive', {}, { sort: 'size' })}>
        {t('bar.largest')}
      </Link>
      {hasLargerTier(user.tier) && (
        <Link className="ep-link" to={toUpgrade}>
          {t('upgrade')}
        </Link>
      )}
      <button type="button" className="ep-link" onClick={() => handleClose(user.username)}>
        {t('bar.later')}
      </button>
    </p>
  )
}

const putAway = v.object({ account: v.string(), dueTime: v.number(), stage: v.number() })

/** The reminder that is due, by its days; 0 past the end, null before the first. */
function stageOf({ state, daysLeft }: Reply<typeof userInfos>): number | null {
  if (state !== 'active') return 0
  return limits.remindDays.findLast((days) => daysLeft !== null && daysLeft <= days) ?? null
}

function EndingBar({ dueTime }: { dueTime: number }) {
  const { t, i18n, ready } = useTranslation(['membership', 'layout'], { useSuspense: false })
  const { stored } = useServices()
  const answer = useReply(userInfos, {}, String(dueTime))
  const { retry } = answer
  // Its stages begin by days.
  useEffect(() => everyWhileVisible(hour, retry), [retry])
  const [closed, setClosed] = useState(() => stored.get('endingPutAway'))
  const membership = answer.last
  const toPay = usePathToPay(membership !== null && isVip(membership.tier) ? 'renewal' : 'mailUpgrade')
  const stage = membership === null ? null : stageOf(membership)
  if (!ready || membership === null || stage === null) return null
  const present = { account: membership.username, dueTime, stage }
  const before = v.safeParse(putAway, closed)
  if (before.success && JSON.stringify(before.output) === JSON.stringify(present)) return null

  function handleClose() {
    stored.set('endingPutAway', present)
    setClosed(present)
  }

  return (
    <p className="ep-bar ep-bar-warning ep-bar-ending">
      <span>
        {t(stage === 0 ? 'bar.ended' : 'bar.ends', {
          tier: t(`layout:tier.${membership.tier}`),
          date: chinaDate(dueTime, i18n.language),
          count: membership.daysLeft ?? 0,
        })}
      </span>
      <Link className="ep-link" to={toPay}>
        {t(isVip(membership.tier) ? 'renewal' : 'upgrade')}
      </Link>
      <button type="button" className="ep-link" onClick={handleClose}>
        {t('bar.later')}
      </button>
    </p>
  )
}
