import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '../../store/routes/pathTo'
import type { SignInForm } from './useSignIn'
import './SignInFields.css'

type Props = {
  form: SignInForm
  /** Focuses the field that is still to be filled. */
  focus: 'account' | 'password'
  /** The first key press, so that the next page's code can be fetched meanwhile. */
  onTyping?: (() => void) | undefined
  children: ReactNode
}

/** Account and password with their messages beside them; Enter submits. */
export function SignInFields({ form, focus, onTyping, children }: Props) {
  const { t } = useTranslation(['login', 'errors'])
  const [isShown, setShown] = useState(false)
  const [isCapital, setCapital] = useState(false)
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const id = useId()
  const { problem } = form
  const isElsewhere = form.further !== null
  // A modal gives the focus to its first field unless another says so: letters that are on their way would spoil the account.
  useLayoutEffect(() => {
    if (focus === 'password') password.current?.setAttribute('autofocus', '')
  }, [focus])
  useEffect(() => {
    const field = focus === 'account' ? account : password
    if (!isElsewhere) field.current?.focus()
  }, [focus, isElsewhere])
  const said = problem === null ? null : t(problem.message, { ...problem.params })

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const refused = await form.submit()
    if (refused?.field === 'account') account.current?.focus()
    if (refused?.field === 'password') password.current?.focus()
  }

  const handleKey = (event: KeyboardEvent) => setCapital(event.getModifierState('CapsLock'))

  function note(field: 'account' | 'password' | 'form') {
    return (
      <p className="session-note" id={`${id}-${field}-note`} role="alert">
        {problem?.field === field ? said : null}
        {problem?.field === field && problem.mayRenew && (
          <>
            {' '}
            <Link to={pathTo(problem.message === 'errors:006' ? 'mailUpgrade' : 'renewal')}>{t('login:renew')}</Link>
          </>
        )}
      </p>
    )
  }

  if (form.further) return <Suspense fallback={null}>{form.further}</Suspense>
  return (
    <form className="session-form" onSubmit={handleSubmit} noValidate>
      <label className="session-label" htmlFor={`${id}-account`}>
        {t('login:account')}
      </label>
      <input
        ref={account}
        id={`${id}-account`}
        className="ep-input"
        type="email"
        inputMode="email"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('login:accountExample')}
        value={form.account}
        aria-invalid={problem?.field === 'account'}
        aria-describedby={`${id}-account-note`}
        onChange={(event) => {
          form.setAccount(event.target.value)
          onTyping?.()
        }}
      />
      {note('account')}
      <label className="session-label" htmlFor={`${id}-password`}>
        {t('login:password')}
      </label>
      <div className="session-password">
        <input
          ref={password}
          id={`${id}-password`}
          className="ep-input"
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          value={form.password}
          aria-invalid={problem?.field === 'password'}
          aria-describedby={`${id}-password-note`}
          onKeyDown={handleKey}
          onKeyUp={handleKey}
          onBlur={() => setCapital(false)}
          onChange={(event) => {
            form.setPassword(event.target.value)
            onTyping?.()
          }}
        />
        <button
          type="button"
          className="session-reveal"
          aria-pressed={isShown}
          aria-label={t('login:showPassword')}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'login:hide' : 'login:show')}
        </button>
      </div>
      {note('password')}
      <p className="session-capitals" role="status">
        {isCapital && t('login:capsLock')}
      </p>
      {form.captchaAsked !== null && (
        <Suspense fallback={null}>
          <form.captchaAsked.Field
            key={form.captchaAsked.count}
            problem={problem?.field === 'captcha' ? problem : null}
            onAnswer={form.setCaptcha}
          />
        </Suspense>
      )}
      {note('form')}
      {children}
    </form>
  )
}
