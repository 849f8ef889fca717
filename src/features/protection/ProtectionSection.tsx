/** How well the mailbox is protected, by what, and what to do next (SPEC §2). */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import { askMailboxAgain, showProtection } from '#contract/endpoints/account/protection'
import { Answered } from '#src/components/antd/AntdPage'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { say, useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { noticeShown } from '#src/store/shell/notices'
import { selectOverlays } from '#src/store/shell/overlays'
import { useCountdown } from '#src/store/shell/useCountdown'
import { type AppThunk, useAppDispatch, useAppSelector } from '#src/store/typed'
import type { NewPhone } from './PhoneProof'
import type { ProtectionForm, ProtectionState } from './ProtectionDialogs'
import './protection.css'

const LazyDialogs = lazyDialog(async () => (await import('./ProtectionDialogs')).ProtectionDialogs)
const LazyPhoneProof = lazyPiece(async () => (await import('./PhoneProof')).PhoneProof)

const levels = ['low', 'medium', 'high'] as const
const tones = { low: 'warning', medium: 'info', high: 'success' } as const

function askAgain(): AppThunk<Promise<Reply<typeof askMailboxAgain> | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(askMailboxAgain, {})
    dispatch(outcome.ok ? noticeShown({ tone: 'success', message: 'protection:mailboxAsked' }) : say(outcome))
    return outcome.ok ? outcome.value : null
  }
}

export function ProtectionSection() {
  const { t } = useTranslation('protection')
  // The dialog that offers to bind a phone may lie over the page: once it is closed, one is bound.
  const isBinding = useAppSelector(selectOverlays).some(({ kind }) => kind === 'bindPhone')
  const answer = useReply(showProtection, {}, String(isBinding))
  const shown =
    answer.state === 'waiting' && answer.last !== null
      ? { ...answer, state: 'answered' as const, reply: answer.last }
      : answer
  return (
    <Answered answer={shown}>
      {(state) =>
        state.isOffered ? (
          <Protection state={state} onChanged={answer.replace} onPhone={answer.retry} />
        ) : (
          <Alert type="info" showIcon title={t('elsewhere')} />
        )
      }
    </Answered>
  )
}

type Props = { state: ProtectionState; onChanged: (state: ProtectionState) => void; onPhone: () => void }

function Protection({ state, onChanged, onPhone }: Props) {
  const { t } = useTranslation('protection')
  const dispatch = useAppDispatch()
  const [form, setForm] = useState<ProtectionForm | null>(null)
  /** The number that takes the place of the bound one, while its text message is waited for. */
  const [newPhone, setNewPhone] = useState<NewPhone | null>(null)
  const level = levels[Number(state.phone !== null) + Number(state.mailbox !== null)] ?? 'low'
  const next = level === 'high' ? 'done' : state.mailbox === null ? 'mailbox' : 'phone'

  return (
    <>
      <Alert type={tones[level]} showIcon title={t(`level.${level}`)} description={t(`next.${next}`)} />
      <ul className="protection-ways">
        <Phone state={state} onForm={setForm} />
        {newPhone !== null && (
          <LazyPhoneProof
            asked={newPhone}
            onBound={() => {
              setNewPhone(null)
              onPhone()
              const message = state.phone === null ? 'protection:phoneBound' : 'protection:phoneChanged'
              dispatch(noticeShown({ tone: 'success', message }))
            }}
            onCancel={() => setNewPhone(null)}
          />
        )}
        <Way name={t('mailbox.title')} bound={state.mailbox} hint={t('mailbox.hint')}>
          <Button onClick={() => setForm('bindMailbox')}>
            {t(state.mailbox === null ? 'mailbox.bind' : 'mailbox.change')}
          </Button>
          {state.mailbox !== null && (
            <Button type="text" onClick={() => setForm('removeMailbox')}>
              {t('mailbox.remove')}
            </Button>
          )}
        </Way>
        {state.pending !== null && <Pending pending={state.pending} onAsked={onChanged} />}
      </ul>
      {form !== null && (
        <LazyDialogs form={form} onChanged={onChanged} onPhone={setNewPhone} onClose={() => setForm(null)} />
      )}
    </>
  )
}

type PhoneProps = { state: ProtectionState; onForm: (form: ProtectionForm) => void }

/** One that a session alone has bound protects nothing yet. */
function Phone({ state: { phone, unconfirmedPhone, canBindPhone }, onForm }: PhoneProps) {
  const { t } = useTranslation('protection')
  const hint = unconfirmedPhone !== null ? 'phone.unconfirmed' : canBindPhone ? 'phone.hint' : 'phone.none'
  return (
    <Way name={t('phone.title')} bound={phone ?? unconfirmedPhone} hint={t(hint)} isOpen={unconfirmedPhone !== null}>
      {unconfirmedPhone !== null && <Button onClick={() => onForm('confirmPhone')}>{t('phone.confirm')}</Button>}
      {canBindPhone && phone === null && (
        <Button onClick={() => onForm('bindPhone')}>
          {t(unconfirmedPhone === null ? 'phone.bind' : 'phone.bindOther')}
        </Button>
      )}
      {canBindPhone && phone !== null && <Button onClick={() => onForm('changePhone')}>{t('phone.change')}</Button>}
      {(phone ?? unconfirmedPhone) !== null && (
        <Button type="text" onClick={() => onForm('removePhone')}>
          {t('phone.remove')}
        </Button>
      )}
    </Way>
  )
}

function Way({
  name,
  bound,
  hint,
  isOpen = false,
  children,
}: {
  name: string
  bound: string | null
  hint: string
  /** Something is to be done for it. */
  isOpen?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('protection')
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <bdi>{bound ?? t('unbound')}</bdi>
        <span className={isOpen ? 'protection-open' : 'protection-hint'}>{hint}</span>
      </div>
      {children}
    </li>
  )
}

type PendingProps = {
  pending: NonNullable<ProtectionState['pending']>
  onAsked: (state: ProtectionState) => void
}

function Pending({ pending: { address, resendAt, sent }, onAsked }: PendingProps) {
  const { t } = useTranslation('protection')
  const dispatch = useAppDispatch()
  const minutes = Math.ceil(useCountdown(resendAt) / 60)

  async function handleAgain() {
    const reply = await dispatch(askAgain())
    if (reply !== null) onAsked(reply)
  }

  return (
    <li>
      <div role="status">
        <span>{t('pending', { address })}</span>
        <span className="protection-hint">{minutes > 0 ? t('resendIn', { count: minutes }) : t('pendingHint')}</span>
        {sent !== null && <Link to={`${pathTo('sendSuccess')}#s=${sent}`}>{t('whereSent')}</Link>}
      </div>
      <Button disabled={minutes > 0} onClick={() => void handleAgain()}>
        {t('resend')}
      </Button>
    </li>
  )
}
