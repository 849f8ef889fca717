import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Answered, AntdPage } from '../../components/antd/AntdPage'
import { fullDate } from '../../components/text/mailDate'
import type { Reply } from '../../contract/endpoint'
import { checkRecover, enableRecover } from '../../contract/endpoints/mail/recovery'
import { limits } from '../../contract/limits'
import { lowestTierWith } from '../../contract/tiers'
import { say, useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { usePathToPay } from '../../store/routes/usePathToPay'
import { useServices } from '../../store/servicesContext'
import { noticeShown } from '../../store/shell/notices'
import { type AppThunk, useAppDispatch } from '../../store/typed'
import './dataRecoverPage.css'

const firstTier = lowestTierWith((tier) => tier.canRecover)
const dayMs = 86_400_000
const days = (milliseconds: number) => milliseconds / dayMs

type RecoveryState = Reply<typeof checkRecover>

/** Null where it could not be turned on, which is said. */
function turnOn(): AppThunk<Promise<RecoveryState | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(enableRecover, {})
    dispatch(outcome.ok ? noticeShown({ tone: 'success', message: 'recovery:isOn' }) : say(outcome))
    return outcome.ok ? outcome.value : null
  }
}

/** What data recovery is, whether it may be used, until when, and the way to the mail that can be taken back. */
export function DataRecoverPage() {
  const { t } = useTranslation('recovery')
  const dispatch = useAppDispatch()
  const recovery = useReply(checkRecover, {})
  const [isEnabling, setEnabling] = useState(false)

  async function handleEnable() {
    setEnabling(true)
    const enabled = await dispatch(turnOn())
    setEnabling(false)
    if (enabled !== null) recovery.replace(enabled)
  }

  return (
    <AntdPage title={t('title')}>
      <Answered answer={recovery} lines={3}>
        {(state) => (
          <>
            {/* A mail server keeps what is deleted by rules of its own. */}
            {state.reason !== 'serverCannot' && (
              <ul className="recovery-rules">
                <li>{t('deleted', { count: days(limits.deletedRecoveryMs) })}</li>
                <li>{t('gone', { count: days(limits.purgedRecoveryMs) })}</li>
                <li>{t('enabled', { count: days(limits.recoveryEnabledMs) })}</li>
              </ul>
            )}
            <Standing state={state} isEnabling={isEnabling} onEnable={() => void handleEnable()} />
          </>
        )}
      </Answered>
    </AntdPage>
  )
}

type StandingProps = { state: RecoveryState; isEnabling: boolean; onEnable: () => void }

function Standing({ state, isEnabling, onEnable }: StandingProps) {
  const { t, i18n } = useTranslation(['recovery', 'layout', 'common'])
  const { now } = useServices()
  const toUpgrade = usePathToPay()
  const { reason, enabledAt, until, daysLeft } = state
  if (reason === 'serverCannot') return <p role="status">{t('serverCannot')}</p>
  if (reason === 'vipOnly')
    return (
      <section className="recovery-standing" aria-label={t('standing')}>
        <p>{t('vipOnly')}</p>
        {firstTier !== null && <p>{t('vipFrom', { tier: t(`layout:tier.${firstTier}`) })}</p>}
        <Link className="ep-button" to={toUpgrade}>
          {t('common:upgrade')}
        </Link>
      </section>
    )
  if (until === null)
    return (
      <section className="recovery-standing" aria-label={t('standing')}>
        <p>
          {enabledAt === null
            ? t('off')
            : t('over', { time: fullDate(enabledAt + limits.recoveryEnabledMs, i18n.language) })}
        </p>
        <Button type="primary" loading={isEnabling} onClick={onEnable}>
          {t('enable')}
        </Button>
      </section>
    )
  return (
    <section className="recovery-standing" aria-label={t('standing')}>
      <p>{t('on', { time: fullDate(until, i18n.language), count: daysLeft })}</p>
      <p>{t('since', { time: fullDate(now() - limits.purgedRecoveryMs, i18n.language) })}</p>
      <nav className="antd-form-actions" aria-label={t('views')}>
        <Link className="ep-button ep-button-primary" to={pathTo('recoverReceive')}>
          {t('received')}
        </Link>
        <Link className="ep-button" to={pathTo('recoverSent')}>
          {t('sent')}
        </Link>
      </nav>
    </section>
  )
}
