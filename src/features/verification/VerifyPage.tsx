/** What a verification mail asks, for whoever opened its link; pressing the button confirms it. */
import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import { confirmVerification, showVerification } from '#contract/endpoints/account/verification'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Answered, AntdPage } from '#src/components/antd/AntdPage'
import { EmptyState } from '#src/components/state/EmptyState'
import type { Failure } from '#src/lib/http/outcome'
import { say, useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import './verification.css'

type Asked = Reply<typeof showVerification>

function confirm(secret: string): AppThunk<Promise<Failure['code'] | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(confirmVerification, { secret })
    if (outcome.ok) return null
    if (outcome.code !== 'verificationGone') dispatch(say(outcome))
    return outcome.code
  }
}

export function VerifyPage() {
  const { t } = useTranslation(['verify', 'errors'])
  const secret = new URLSearchParams(useLocation().hash.slice(1)).get('t') ?? ''
  const answer = useReply(showVerification, { secret: secret.slice(0, 100) })
  const isGone = answer.state === 'failed' && answer.code === 'verificationGone'
  return (
    <main className="verification">
      <AntdPage title={t('verify:title')}>
        {isGone ? (
          <Gone />
        ) : (
          <Answered answer={answer}>{(asked) => <Question asked={asked} secret={secret} />}</Answered>
        )}
      </AntdPage>
    </main>
  )
}

function Gone() {
  const { t } = useTranslation(['verify', 'errors'])
  return <EmptyState title={t('errors:verificationGone')} hint={t('verify:goneHint')} />
}

function Question({ asked, secret }: { asked: Asked; secret: string }) {
  const { t } = useTranslation('verify')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [state, setState] = useState<'asked' | 'busy' | 'done' | 'gone'>('asked')
  const names = { subject: readableAddress(asked.subject), account: readableAddress(asked.account) }

  async function handleConfirm() {
    // Its secret is used up with the new password.
    if (asked.purpose === 'passwordReset') return navigate({ pathname: pathTo('resetPassword'), hash: `t=${secret}` })
    setState('busy')
    const code = await dispatch(confirm(secret))
    setState(code === null ? 'done' : code === 'verificationGone' ? 'gone' : 'asked')
  }

  if (state === 'gone') return <Gone />
  return (
    <div role="status">
      {state === 'done' ? (
        <p className="verification-done">
          <CheckCircleFilled aria-hidden /> {t(`${asked.purpose}.done`, names)}
        </p>
      ) : (
        <>
          <p>{t(`${asked.purpose}.question`, names)}</p>
          <p className="verification-hint">{t(`${asked.purpose}.hint`, names)}</p>
          <div className="antd-form-actions">
            <Button type="primary" loading={state === 'busy'} onClick={() => void handleConfirm()}>
              {t(asked.purpose === 'passwordReset' ? 'continue' : 'confirm')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
