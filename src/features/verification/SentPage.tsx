/** `/sendSuccess`: where a verification mail went, and when it may be sent again. */
import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import Button from 'antd/es/button'
import Descriptions from 'antd/es/descriptions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import {
  resendVerification,
  sentVerification,
  type VerificationPurpose,
} from '#contract/endpoints/account/verification'
import { limits } from '#contract/limits'
import { readableAddress } from '#contract/mail/domainSpelling'
import { isTierId, isVip } from '#contract/tiers'
import { Answered, AntdPage } from '#src/components/antd/AntdPage'
import { EmptyState } from '#src/components/state/EmptyState'
import { mediumDate } from '#src/components/text/mailDate'
import { say, useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { selectUser } from '#src/store/session/session'
import { noticeShown } from '#src/store/shell/notices'
import { useCountdown } from '#src/store/shell/useCountdown'
import { type AppThunk, useAppDispatch, useAppSelector } from '#src/store/typed'
import './verification.css'

type Sent = Reply<typeof sentVerification>

/** Where the address was asked for, and can be changed. */
const origins: Readonly<Record<VerificationPurpose, string>> = {
  forwarding: pathTo('settingPc', {}, { section: 'autoReply' }),
  secureMailbox: pathTo('settingPc', {}, { section: 'protection' }),
  passwordReset: pathTo('resetPassword'),
  stopReset: pathTo('settingPc', {}, { section: 'protection' }),
}

function resend(sent: string): AppThunk<Promise<Sent | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(resendVerification, { sent })
    dispatch(outcome.ok ? noticeShown({ tone: 'success', message: 'verify:sent.again' }) : say(outcome))
    return outcome.ok ? outcome.value : null
  }
}

export function SentPage() {
  const { t } = useTranslation(['verify', 'errors'])
  const named = new URLSearchParams(useLocation().hash.slice(1))
  const sent = named.get('s') ?? ''
  const answer = useReply(sentVerification, { sent: sent.slice(0, 100) })
  const isGone = answer.state === 'failed' && answer.code === 'verificationGone'
  return (
    <main className="verification">
      <AntdPage title={t(isGone ? 'errors:verificationGone' : 'verify:sent.title')}>
        {isGone ? (
          <EmptyState
            title={t('verify:sent.goneHint')}
            action={
              <Link className="ep-button" to={pathTo('settingPc')}>
                {t('verify:sent.change')}
              </Link>
            }
          />
        ) : (
          <Answered answer={answer}>
            {(found) => (
              <Shown sent={found} onSent={(newest) => (newest === null ? answer.retry() : answer.replace(newest))} />
            )}
          </Answered>
        )}
        <GoOn tier={named.get('tier') ?? ''} />
      </AntdPage>
    </main>
  )
}

/** To the mailbox, or to the order of whoever has just registered a paid kind. */
function GoOn({ tier }: { tier: string }) {
  const { t } = useTranslation('verify')
  const isSignedIn = useAppSelector(selectUser) !== null
  const isOrdering = isTierId(tier) && isVip(tier)
  if (!isSignedIn) return null
  return (
    <div className="antd-form-actions">
      <Link className="ep-button" to={isOrdering ? pathTo('mailUpgrade', {}, { tier }) : pathTo('receive')}>
        {t(isOrdering ? 'sent.toOrder' : 'sent.toMail')}
      </Link>
    </div>
  )
}

type ShownProps = {
  sent: Sent
  /** Null where it was refused: what became of it meanwhile is asked anew. */
  onSent: (sent: Sent | null) => void
}

function Shown({ sent, onSent }: ShownProps) {
  const { t, i18n } = useTranslation('verify')
  const { state, purpose, sentAt, expiresAt } = sent
  const to = readableAddress(sent.to)
  if (state === 'confirmed')
    return (
      <p className="verification-done">
        <CheckCircleFilled aria-hidden /> {t('sent.confirmed', { to })}
      </p>
    )
  const when = (instant: number) => mediumDate(instant, i18n.language)
  return (
    <>
      <p>
        {t(state === 'over' ? 'sent.over' : 'sent.waiting', { to, count: limits.verificationMailMs / limits.dayMs })}
      </p>
      <Descriptions
        className="verification-facts"
        column={1}
        size="small"
        items={[
          { key: 'to', label: t('sent.to'), children: <bdi>{to}</bdi> },
          { key: 'sentAt', label: t('sent.at'), children: when(sentAt) },
          { key: 'expiresAt', label: t('sent.until'), children: when(expiresAt) },
        ]}
      />
      <p className="verification-hint">{t('sent.hint')}</p>
      <div className="antd-form-actions">
        {state === 'waiting' && <Again key={sent.sent} sent={sent} onSent={onSent} />}
        <Link className="ep-button" to={origins[purpose]}>
          {t('sent.change')}
        </Link>
      </div>
    </>
  )
}

/** Sends it once more, an hour later at the earliest. */
function Again({ sent: { sent, resendAt }, onSent }: ShownProps) {
  const { t } = useTranslation('verify')
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const seconds = useCountdown(resendAt)

  async function handleResend() {
    setBusy(true)
    const newest = await dispatch(resend(sent))
    setBusy(false)
    onSent(newest)
  }
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <Button type="primary" disabled={seconds > 0} loading={isBusy} onClick={() => void handleResend()}>
      {seconds > 0 ? t('sent.resendIn', { left }) : t('sent.resend')}
    </Button>
  )
}
