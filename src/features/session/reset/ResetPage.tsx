/** A forgotten password is set anew: address, way, proof, new password (docs/decisions/0059). */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { resetOffer } from '#contract/endpoints/session/passwordReset'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { LoginFrame } from '../LoginFrame'
import { AddressStep } from './AddressStep'
import { NewPasswordStep } from './NewPasswordStep'
import type { Begun, Proof } from './resetThunks'
import { PhoneStep, WaysStep } from './WayStep'
import '../SignInFields.css'

type Step =
  | { readonly kind: 'address' }
  | { readonly kind: 'ways'; readonly begun: Begun }
  | { readonly kind: 'phone'; readonly token: string; readonly code: { text: string; destination: string } }
  | { readonly kind: 'mailed'; readonly mailbox: string }
  | { readonly kind: 'password'; readonly proof: Proof }
  | { readonly kind: 'done'; readonly effectiveAt: number | null }

export function ResetPage() {
  const { t } = useTranslation('reset')
  const { hash } = useLocation()
  const secret = new URLSearchParams(hash.slice(1)).get('t')
  const offer = useReply(resetOffer, {})
  const [step, setStep] = useState<Step>(
    secret === null
      ? { kind: 'address' }
      : { kind: 'password', proof: { way: 'mailbox', secret: secret.slice(0, 100) } },
  )
  const isElsewhere = offer.state === 'answered' && !offer.reply.isOffered
  return (
    <LoginFrame>
      <Headed title={t(`title.${isElsewhere ? 'elsewhere' : step.kind}`)} step={step.kind}>
        {isElsewhere ? <p className="session-hint">{t('elsewhere')}</p> : <Shown step={step} onStep={setStep} />}
      </Headed>
      <Link className="ep-link session-other" to={pathTo('login')}>
        {t('toSignIn')}
      </Link>
    </LoginFrame>
  )
}

/** What comes next is read from its title on. */
function Headed({ title, step, children }: { title: string; step: Step['kind']; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return (
    <>
      <h1 ref={heading} className="reset-title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  )
}

function Shown({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const { t } = useTranslation('reset')
  const { now } = useServices()
  const handleAgain = () => onStep({ kind: 'address' })
  switch (step.kind) {
    case 'address':
      return <AddressStep onBegun={(begun) => onStep({ kind: 'ways', begun })} />
    case 'ways':
      return (
        <WaysStep
          begun={step.begun}
          onPhone={(code) => onStep({ kind: 'phone', token: step.begun.token, code })}
          onMailed={(mailbox) => onStep({ kind: 'mailed', mailbox })}
          onAgain={handleAgain}
        />
      )
    case 'phone': {
      const proof = { way: 'phone', secret: step.token } as const
      return (
        <PhoneStep
          token={step.token}
          code={step.code}
          onProved={() => onStep({ kind: 'password', proof })}
          onAgain={handleAgain}
        />
      )
    }
    case 'mailed':
      return <p className="session-hint">{t('mailed', { address: step.mailbox })}</p>
    case 'password':
      return (
        <NewPasswordStep
          proof={step.proof}
          onDone={(effectiveAt) => onStep({ kind: 'done', effectiveAt })}
          onAgain={handleAgain}
        />
      )
    case 'done':
      return (
        <p className="session-hint">
          {step.effectiveAt === null
            ? t('doneNow')
            : t('doneLater', { count: Math.max(1, Math.ceil((step.effectiveAt - now()) / 3_600_000)) })}
        </p>
      )
  }
}
