/** The second step: a phone where one is needed, an alternate address, captcha and terms. */
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkPhone } from '#contract/rules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import type { CaptchaAnswer } from '../captcha'
import type { Draft } from './draft'
import type { RegistrationPhoneProof } from './registrationThunks'
import { usePhoneProof } from './usePhoneProof'

const CaptchaField = lazyPiece(async () => (await import('../captcha')).CaptchaField)
const PhonePart = lazyPiece(async () => (await import('./PhonePart')).PhonePart)

type Props = {
  draft: Draft
  asksPhone: boolean
  isShown: boolean
  /** How many captchas are spent. */
  pictures: number
  /** What the gateway said. */
  fault: FormFault | null
  isBusy: boolean
  onTyped: (changes: Partial<Draft>) => void
  onBack: () => void
  onRegister: (captcha: CaptchaAnswer | null) => void
}

function captchaProblem(fault: FormFault | null) {
  if (fault?.field !== 'captcha') return null
  return { field: 'captcha', message: 'message' in fault ? fault.message : `errors:${fault.code}` } as const
}

/** Refusals that speak of recipients elsewhere. */
const ofRecipients = ['recipientInvalid', 'secureMailboxOwn', 'recipientOutside', 'recipientUnknown']

function ofAlternate(fault: FormFault | null): FormFault | null {
  if (fault?.field !== 'alternate' || !('code' in fault) || !ofRecipients.includes(fault.code)) return fault
  return { field: 'alternate', message: `registration:alternateFault.${fault.code}` }
}

const needed = { field: 'captcha', message: 'errors:captchaNeeded' } as const

function faultIn({ phone, consent }: Draft, proof: RegistrationPhoneProof, asksPhone: boolean): FormFault | null {
  const wrong = asksPhone ? checkPhone(phone) : null
  if (wrong !== null) return { field: 'phone', message: `errors:${wrong}` }
  if (asksPhone && proof.state !== 'proved') return { field: 'phone', message: 'errors:phoneUnproved' }
  return consent ? null : { field: 'consent', message: 'errors:consentMissing' }
}

export function ProofStep(props: Props) {
  const { draft, asksPhone, isShown, pictures, fault: refused, isBusy, onTyped, onBack, onRegister } = props
  const { t } = useTranslation('registration')
  const [found, setFound] = useState<FormFault | null>(null)
  const [captcha, setCaptcha] = useState<CaptchaAnswer | null>(null)
  const { proof, again } = usePhoneProof(asksPhone && isShown ? draft.phone : '', draft.proof)
  // The same for the same fault: each that is new takes the focus to its field.
  const told = useMemo(() => ofAlternate(refused), [refused])
  const fault = found ?? told
  const ofCaptcha = useMemo(() => captchaProblem(fault), [fault])

  function handleFinish() {
    const wrong = faultIn(draft, proof, asksPhone) ?? (captcha === null ? { ...needed } : null)
    setFound(wrong)
    if (wrong === null) onRegister(captcha)
  }
  function handleTyped(changes: Partial<Draft>) {
    setFound(null)
    onTyped(changes)
  }
  const isUsedUp = refused !== null && 'code' in refused && refused.code === 'phoneUnproved'
  function handleAgain() {
    handleTyped({})
    again()
  }
  return (
    <AntdForm<Draft>
      // What is wrong with the captcha stands beside it.
      fault={ofCaptcha === null ? fault : null}
      initialValues={draft}
      onValuesChange={handleTyped}
      onFinish={handleFinish}
      className="registration-fields"
    >
      {asksPhone && (
        <PhonePart
          // The gateway knows better: what was proved here is used up or over there.
          proof={isUsedUp && proof.state === 'proved' ? { state: 'over' } : proof}
          onAgain={handleAgain}
        />
      )}
      <FormRow isNarrow name="alternate" label={t('alternate')} help={t('alternateHint')}>
        <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={254} />
      </FormRow>
      {(isShown || captcha !== null) && <CaptchaField key={pictures} problem={ofCaptcha} onAnswer={setCaptcha} />}
      <FormRow isNarrow name="consent" label={t('terms')}>
        <ConsentBox label={t('consent')} />
      </FormRow>
      <Terms />
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('finish')}
        </Button>
        <Button onClick={onBack}>{t('back')}</Button>
      </div>
    </AntdForm>
  )
}

function Terms() {
  const { t } = useTranslation('registration')
  return (
    <details className="registration-terms">
      <summary>{t('readTerms')}</summary>
      <ul>
        {(['use', 'data', 'free', 'end'] as const).map((part) => (
          <li key={part}>{t(`term.${part}`)}</li>
        ))}
      </ul>
    </details>
  )
}

type ConsentBoxProps = { id?: string; label: string; value?: boolean; onChange?: (isGiven: boolean) => void }

function ConsentBox({ id, label, value = false, onChange, ...rest }: ConsentBoxProps) {
  return (
    <Checkbox
      {...rest}
      {...(id !== undefined && { id })}
      aria-label={label}
      checked={value}
      onChange={(event) => onChange?.(event.target.checked)}
    >
      {label}
    </Checkbox>
  )
}
