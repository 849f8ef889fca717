/** By which way somebody proves that the mailbox is theirs. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import type { resetPhoneState } from '#contract/endpoints/session/passwordReset'
import { limits } from '#contract/limits'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { everyWhileVisible } from '#src/lib/clock/everyWhileVisible'
import { useAppDispatch } from '#src/store/typed'
import { PhoneCodePanel } from '../../phone'
import { askCode, type Begun, lookForCode, sendLink } from './resetThunks'

type Code = { readonly text: string; readonly destination: string }
type WaysProps = {
  begun: Begun
  onPhone: (code: Code) => void
  onMailed: (mailbox: string) => void
  onAgain: () => void
}

export function WaysStep({ begun: { token, phone, mailbox }, onPhone, onMailed, onAgain }: WaysProps) {
  const { t } = useTranslation(['reset', 'errors'])
  const dispatch = useAppDispatch()
  const [problem, setProblem] = useState<string | null>(null)

  async function handlePhone() {
    const outcome = await dispatch(askCode(token))
    if (outcome.ok) onPhone(outcome.value)
    else setProblem(outcome.code)
  }
  async function handleMailbox(to: string) {
    const outcome = await dispatch(sendLink(token))
    if (outcome.ok) onMailed(to)
    else setProblem(outcome.code)
  }

  if (phone === null && mailbox === null)
    return (
      <>
        <p className="session-hint">{t('reset:noWay')}</p>
        <button type="button" className="ep-link" onClick={onAgain}>
          {t('reset:otherAddress')}
        </button>
      </>
    )
  return (
    <div className="reset-ways">
      {mailbox !== null && (
        <button type="button" className="ep-button" onClick={() => void handleMailbox(mailbox)}>
          {t('reset:byMailbox', { address: mailbox })}
        </button>
      )}
      {phone !== null && (
        <button type="button" className="ep-button" onClick={() => void handlePhone()}>
          {t('reset:byPhone', { phone })}
        </button>
      )}
      <p className="session-note" role="alert">
        {problem !== null && t(`errors:${problem}`)}
        {problem === 'verificationGone' && (
          <>
            {' '}
            <button type="button" className="ep-link" onClick={onAgain}>
              {t('reset:restart')}
            </button>
          </>
        )}
      </p>
      <p className="session-hint">{t('reset:waysHint')}</p>
    </div>
  )
}

type PhoneProps = { token: string; code: Code; onProved: () => void; onAgain: () => void }

export function PhoneStep({ token, code, onProved, onAgain }: PhoneProps) {
  const { t } = useTranslation(['reset', 'phone'])
  const isOnPhone = useIsAtMost('phone')
  const [chosen, setChosen] = useState<'picture' | 'words'>('picture')
  const [isSent, setSent] = useState(false)
  return (
    <>
      <PhoneCodePanel
        code={code}
        way={isOnPhone ? 'words' : chosen}
        isOnPhone={isOnPhone}
        onOtherWay={() => setChosen(chosen === 'picture' ? 'words' : 'picture')}
      />
      {isSent ? (
        <Looking token={token} onProved={onProved} onAgain={onAgain} />
      ) : (
        <button type="button" className="ep-button ep-button-primary reset-done" onClick={() => setSent(true)}>
          {t('phone:done')}
        </button>
      )}
    </>
  )
}

function Looking({ token, onProved, onAgain }: Omit<PhoneProps, 'code'>) {
  const { t } = useTranslation(['reset', 'phone'])
  const dispatch = useAppDispatch()
  const [state, setState] = useState<Reply<typeof resetPhoneState>['state'] | null>(null)
  const handleProved = useEffectEvent(onProved)
  const isOver = state === 'over'
  useEffect(() => {
    if (isOver) return
    const stopping = new AbortController()
    const { signal } = stopping
    // A slow answer counts still: the next look does not take it back.
    async function look() {
      const outcome = await dispatch(lookForCode(token, signal))
      if (signal.aborted || !outcome.ok) return
      if (outcome.value.state === 'proved') handleProved()
      else setState(outcome.value.state)
    }
    void look()
    const stop = everyWhileVisible(limits.smsCheckPollMs, () => void look())
    return () => {
      stopping.abort()
      stop()
    }
  }, [dispatch, token, isOver])
  return (
    <p className="reset-state" role="status">
      {t(state === 'over' ? 'phone:expired' : state === 'waiting' ? 'phone:notReceived' : 'phone:waiting')}{' '}
      {state === 'over' && (
        <button type="button" className="ep-link" onClick={onAgain}>
          {t('reset:restart')}
        </button>
      )}
    </p>
  )
}
