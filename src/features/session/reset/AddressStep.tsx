/** Which mailbox it is, and that a person asks. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch } from '#src/store/typed'
import { type CaptchaAnswer, CaptchaField } from '../../captcha'
import { type Begun, begin } from './resetThunks'

type Problem = { readonly field: 'account' | 'captcha' | 'form'; readonly message: string }

function problemOf(code: string): Problem {
  const field = code === 'captchaNeeded' || code === 'captchaWrong' ? 'captcha' : 'form'
  return { field, message: `errors:${code}` }
}

function useBegin(onBegun: (begun: Begun) => void) {
  const dispatch = useAppDispatch()
  const [captcha, setCaptcha] = useState<CaptchaAnswer | null>(null)
  /** Each answer to a picture lets one try through. */
  const [turn, setTurn] = useState(0)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(address: string): Promise<Problem | null> {
    if (isBusy) return null
    const gap: Problem | null =
      address === ''
        ? { field: 'account', message: 'login:accountEmpty' }
        : captcha === null
          ? problemOf('captchaNeeded')
          : null
    setProblem(gap)
    if (gap !== null || captcha === null) return gap
    setBusy(true)
    const outcome = await dispatch(begin(address, captcha))
    setBusy(false)
    if (outcome.ok) {
      onBegun(outcome.value)
      return null
    }
    setProblem(problemOf(outcome.code))
    if (outcome.code !== 'captchaWrong' && outcome.code !== 'unreachable') setTurn(turn + 1)
    return null
  }
  return { problem, isBusy, turn, setCaptcha, submit }
}

export function AddressStep({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { t } = useTranslation(['reset', 'login', 'errors'])
  const { cookies } = useServices()
  const [address, setAddress] = useState(cookies.remembered)
  const { problem, isBusy, turn, setCaptcha, submit } = useBegin(onBegun)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if ((await submit(address.trim()))?.field === 'account') field.current?.focus()
  }

  const said = (of: Problem['field']) => (problem?.field === of ? t(problem.message) : null)
  return (
    <form className="session-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <p className="session-hint">{t('reset:addressHint')}</p>
      <label className="session-label" htmlFor={id}>
        {t('login:account')}
      </label>
      <input
        ref={field}
        id={id}
        className="ep-input"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={address}
        aria-invalid={problem?.field === 'account'}
        aria-describedby={`${id}-note`}
        onChange={(event) => setAddress(event.target.value)}
      />
      <p className="session-note" id={`${id}-note`} role="alert">
        {said('account')}
      </p>
      <CaptchaField key={turn} problem={problem?.field === 'captcha' ? problem : null} onAnswer={setCaptcha} />
      <p className="session-note" role="alert">
        {said('form')}
      </p>
      <button type="submit" className="ep-button ep-button-primary session-submit" aria-busy={isBusy}>
        {t('reset:next')}
      </button>
    </form>
  )
}
