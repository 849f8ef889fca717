import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { codeFault } from '#src/components/text/codeFault'
import { pathTo } from '#src/store/routes/pathTo'
import type { Closing } from '#src/store/session/signIn'
import { TakeBack } from './TakeBack'
import { useSecondStep } from './useSecondStep'
import './secondStep.css'

type Props = {
  /** Proves the password for a while, where a code is asked for. */
  ticket: string | undefined
  /** The account's owner has closed it. */
  closing: Closing | undefined
  account: string
  isKept: boolean
  onSignedIn: () => void
  /** Back to the password. */
  onBack: () => void
}

type Way = 'code' | 'recovery'

/** Asks whoever gave the right password for a code, or whether a closed account is taken back. */
export function SecondStep({ ticket, closing: known, onBack, ...signIn }: Props) {
  const [closing, setClosing] = useState(known)
  if (closing !== undefined) return <TakeBack closing={closing} onBack={onBack} />
  if (ticket === undefined) return null
  return <CodeStep ticket={ticket} onClosed={setClosing} onBack={onBack} {...signIn} />
}

type StepProps = Omit<Props, 'ticket' | 'closing'> & { ticket: string; onClosed: (closing: Closing) => void }

/** Asks for a code of an authenticator, or a recovery code. */
function CodeStep({ onBack, ...signIn }: StepProps) {
  const { t } = useTranslation(['factors', 'passkeys', 'errors'])
  const { stage, hasPasskey, tryPasskey, tryCode } = useSecondStep(signIn)
  const [way, setWay] = useState<Way>('code')
  const [code, setCode] = useState('')
  const [isTrusted, setTrusted] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [passkeyFault, setPasskeyFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isAsking = stage === 'asking'
  useEffect(() => {
    if (isAsking) field.current?.focus()
  }, [isAsking])

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isAsking) return
    setPasskeyFault(null)
    const gap = code.trim() === '' || way === 'code' ? codeFault(code.trim()) : null
    setFault(gap ?? (await tryCode(code.trim(), isTrusted)))
    field.current?.focus()
  }

  async function handlePasskey() {
    if (!isAsking) return
    setFault(null)
    setPasskeyFault(null)
    setPasskeyFault(await tryPasskey(isTrusted))
  }

  function handleWay(chosen: Way) {
    setWay(chosen)
    setCode('')
    setFault(null)
    setPasskeyFault(null)
    field.current?.focus()
  }

  if (stage === 'checking') return <p role="status">{t('factors:checking')}</p>
  if (stage === 'over') return <TimeIsOver onBack={onBack} />
  if (stage === '006' || stage === '008') return <MembershipIsOver code={stage} onBack={onBack} />
  return (
    <form className="session-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <CodeField way={way} code={code} fault={fault} note={fault ?? passkeyFault} field={field} onCode={setCode} />
      <label className="session-stay">
        <input type="checkbox" checked={isTrusted} onChange={(event) => setTrusted(event.target.checked)} />
        {t('factors:trust')}
      </label>
      <button type="submit" className="ep-button ep-button-primary session-submit" aria-busy={stage === 'busy'}>
        {t('factors:goOn')}
      </button>
      {hasPasskey && (
        <button type="button" className="ep-button session-submit" onClick={() => void handlePasskey()}>
          {t('passkeys:orPasskey')}
        </button>
      )}
      <Ways way={way} onWay={handleWay} onBack={onBack} />
    </form>
  )
}

/** The field that had the focus is gone. */
function useFocused<Shown extends HTMLElement>() {
  const shown = useRef<Shown>(null)
  useEffect(() => shown.current?.focus(), [])
  return shown
}

function TimeIsOver({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('factors')
  const button = useFocused<HTMLButtonElement>()
  return (
    <div className="session-form">
      <p className="session-note" role="alert">
        {t('over')}
      </p>
      <button ref={button} type="button" className="ep-button ep-button-primary session-submit" onClick={onBack}>
        {t('back')}
      </button>
    </div>
  )
}

function MembershipIsOver({ code, onBack }: { code: '006' | '008'; onBack: () => void }) {
  const { t } = useTranslation(['login', 'factors', 'errors'])
  const link = useFocused<HTMLAnchorElement>()
  return (
    <div className="session-form">
      <p className="session-note" role="alert">
        {t(`errors:${code}`)}{' '}
        <Link ref={link} to={pathTo(code === '006' ? 'mailUpgrade' : 'renewal')}>
          {t('login:renew')}
        </Link>
      </p>
      <button type="button" className="ep-button session-submit" onClick={onBack}>
        {t('factors:back')}
      </button>
    </div>
  )
}

type WaysProps = { way: Way; onWay: (way: Way) => void; onBack: () => void }

function Ways({ way, onWay, onBack }: WaysProps) {
  const { t } = useTranslation('factors')
  return (
    <p className="second-step-ways">
      <button type="button" className="ep-link" onClick={() => onWay(way === 'code' ? 'recovery' : 'code')}>
        {t(way === 'code' ? 'toRecovery' : 'toCode')}
      </button>
      <button type="button" className="ep-link" onClick={onBack}>
        {t('back')}
      </button>
    </p>
  )
}

type FieldProps = {
  way: Way
  code: string
  /** A key. */
  fault: string | null
  /** The same, or what is wrong with a passkey. */
  note: string | null
  field: RefObject<HTMLInputElement | null>
  onCode: (code: string) => void
}

function CodeField({ way, code, fault, note, field, onCode }: FieldProps) {
  const { t } = useTranslation(['factors', 'passkeys', 'errors'])
  const id = useId()
  return (
    <>
      <p className="session-hint">{t(`factors:${way}Hint`)}</p>
      <label className="session-label" htmlFor={id}>
        {t(`factors:${way}`)}
      </label>
      <input
        ref={field}
        id={id}
        className="ep-input"
        inputMode={way === 'code' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => onCode(event.target.value)}
      />
      <p className="session-note" id={`${id}-note`} role="alert">
        {note !== null && t(note)}
      </p>
    </>
  )
}
