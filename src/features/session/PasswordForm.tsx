import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../store/servicesContext'
import { SignInFields } from './SignInFields'
import { useGoOn } from './useGoOn'
import { useSignIn } from './useSignIn'

type Props = {
  /** Lets the app fetch the mailbox's code meanwhile. */
  onTyping?: (() => void) | undefined
  /** What is said beside the refusal of an account that is past its due time. */
  expired?: ReactNode
}

/** Signs in by password. */
export function PasswordForm({ onTyping, expired }: Props) {
  const { t } = useTranslation('login')
  const { cookies } = useServices()
  const [remembered] = useState(cookies.remembered)
  const form = useSignIn(remembered, useGoOn())
  return (
    <SignInFields form={form} focus={remembered === '' ? 'account' : 'password'} onTyping={onTyping}>
      <label className="session-stay" title={t('stayHint')}>
        <input type="checkbox" checked={form.stay} onChange={(event) => form.setStay(event.target.checked)} />
        {t('stay')}
      </label>
      <button type="submit" className="ep-button ep-button-primary session-submit" aria-busy={form.isBusy}>
        {t(form.isBusy ? 'submitting' : 'submit')}
      </button>
      {form.problem?.isExpired && expired}
    </SignInFields>
  )
}
