/** The phone of a registration: its number, and the code that it sends us. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { FormRow } from '#src/components/antd/AntdForm'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { PhoneCodePanel } from '../phone'
import type { RegistrationPhoneProof } from './registrationThunks'

type Props = { proof: RegistrationPhoneProof; onAgain: () => void }

export function PhonePart({ proof, onAgain }: Props) {
  const { t } = useTranslation('registration')
  return (
    <>
      <FormRow isNarrow name="phone" label={t('phone')} help={t('phoneHint')}>
        <PhoneInput />
      </FormRow>
      <PhoneState proof={proof} onAgain={onAgain} />
    </>
  )
}

type PhoneInputProps = { id?: string; value?: string; onChange?: (digits: string) => void }

/** A number is typed or pasted with its country's prefix and with spaces as well. */
function digitsOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  const most = limits.phoneDigits + (digits.startsWith('86') ? 2 : 0)
  return digits.replace(/^86(?=1\d{10}$)/, '').slice(0, most)
}

function PhoneInput({ onChange, ...rest }: PhoneInputProps) {
  return (
    <Input
      {...rest}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      maxLength={limits.phoneDigits + 10}
      onChange={(event) => onChange?.(digitsOf(event.target.value))}
    />
  )
}

const phoneTones = {
  none: 'plain',
  asking: 'plain',
  waiting: 'plain',
  proved: 'good',
  over: 'bad',
  refused: 'bad',
} as const

function PhoneState({ proof, onAgain }: Props) {
  const { t } = useTranslation(['registration', 'phone', 'errors'])
  const isOnPhone = useIsAtMost('phone')
  const [chosen, setChosen] = useState<'picture' | 'words'>('picture')
  const { state } = proof
  return (
    <>
      {state === 'waiting' && (
        <PhoneCodePanel
          code={proof.code}
          way={isOnPhone ? 'words' : chosen}
          isOnPhone={isOnPhone}
          isWatched
          onOtherWay={() => setChosen(chosen === 'picture' ? 'words' : 'picture')}
        />
      )}
      <div className={`registration-state registration-state-${phoneTones[state]}`} role="status">
        {state === 'asking' && t('phone:asking')}
        {state === 'waiting' && t('registration:phoneWaits')}
        {state === 'proved' && t('registration:phoneProved')}
        {state === 'refused' && t(`errors:${proof.code}`)}
        {state === 'over' && t('phone:expired')}
        {(state === 'over' || state === 'refused') && (
          <Button size="small" onClick={onAgain}>
            {t('phone:refresh')}
          </Button>
        )}
      </div>
    </>
  )
}
