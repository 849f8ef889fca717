import Steps from 'antd/es/steps'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isVip, type TierId } from '#contract/tiers'
import type { FormFault } from '#src/components/antd/AntdForm'
import { pathTo } from '#src/store/routes/pathTo'
import { enter } from '#src/store/session/signIn'
import { selectLanguage } from '#src/store/settings/preferences'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import type { CaptchaAnswer } from '../captcha'
import { AccountStep } from './AccountStep'
import { type Draft, useDraft } from './draft'
import { ProofStep } from './ProofStep'
import { type RegistrationState, sendRegistration } from './registrationThunks'

type Props = { state: RegistrationState; kinds: readonly TierId[]; wished: TierId }

/** Fields of the first step; what is wrong with any other is said in the second. */
const firstFields: readonly string[] = ['kind', 'username', 'domain', 'password', 'invite']
/** After these a captcha is as good as before. */
const unspent = new Set([
  ...['captchaWrong', 'unreachable', 'cancelled', 'badField', 'nameInvalid', 'nameTaken'],
  ...['passwordWeak', 'passwordPersonal', 'passwordCommon'],
  ...['consentMissing', 'inviteInvalid', 'phoneEmpty', 'phoneInvalid', 'phoneUnproved', 'phoneUnusable'],
  ...['recipientInvalid', 'secureMailboxOwn', 'recipientOutside', 'recipientUnknown'],
])

/** What was typed, where the person stands, and what the gateway said of it. */
function useWizard({ state, wished }: Props) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const language = useAppSelector(selectLanguage)
  const { draft, change, forget } = useDraft(wished, state.domains)
  const [step, setStep] = useState(0)
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** How many captchas are spent. */
  const [pictures, setPictures] = useState(0)

  async function submit(captcha: CaptchaAnswer | null) {
    if (isBusy) return
    setBusy(true)
    const outcome = await dispatch(sendRegistration({ draft, captcha, language }))
    setBusy(false)
    if (outcome.ok) {
      forget()
      dispatch(enter(outcome.value, false))
      const { sent } = outcome.value
      const next = isVip(draft.kind) ? pathTo('mailUpgrade', {}, { tier: draft.kind }) : pathTo('receive')
      // That page leads on to the same.
      const told = `${pathTo('sendSuccess')}#${new URLSearchParams({ s: sent ?? '', tier: draft.kind })}`
      return void navigate(sent === undefined ? next : told, { replace: true })
    }
    if (!unspent.has(outcome.code)) setPictures((count) => count + 1)
    setFault(outcome)
    if (outcome.field !== undefined && firstFields.includes(outcome.field)) setStep(0)
  }

  function handleTyped(changes: Partial<Draft>) {
    change(changes)
    setFault(null)
  }
  const isFirst = fault?.field !== undefined && firstFields.includes(fault.field)
  const [firstFault, secondFault] = isFirst ? [fault, null] : [null, fault]
  return {
    ...{ draft, step, firstFault, secondFault, isBusy, pictures, handleTyped, setStep },
    register: (captcha: CaptchaAnswer | null) => void submit(captcha),
  }
}

/** Two steps; both stay, so that nothing typed is lost on the way back. */
export function Wizard(props: Props) {
  const { state, kinds } = props
  const { t } = useTranslation('registration')
  const { draft, step, firstFault, secondFault, isBusy, pictures, handleTyped, setStep, register } = useWizard(props)
  const second = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (step > 0) second.current?.querySelector<HTMLElement>('input')?.focus()
  }, [step])
  return (
    <>
      <Steps
        className="registration-steps"
        size="small"
        responsive={false}
        current={step}
        items={[{ title: t('stepAccount') }, { title: t('stepProof') }]}
      />
      <div hidden={step !== 0}>
        <AccountStep
          draft={draft}
          kinds={kinds}
          state={state}
          fault={firstFault}
          onTyped={handleTyped}
          onNext={() => setStep(1)}
        />
      </div>
      <div ref={second} hidden={step !== 1}>
        <ProofStep
          draft={draft}
          asksPhone={state.asksPhone}
          isShown={step === 1}
          pictures={pictures}
          fault={secondFault}
          isBusy={isBusy}
          onTyped={handleTyped}
          onBack={() => setStep(0)}
          onRegister={register}
        />
      </div>
    </>
  )
}
