/** The new password, twice, by the rule of SPEC §5. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPasswordStrong } from '#contract/rules'
import { useAppDispatch } from '#src/store/typed'
import { finish, type Proof } from './resetThunks'

type Props = { proof: Proof; onDone: (effectiveAt: number | null) => void; onAgain: () => void }
type Problem = { readonly field: 'fresh' | 'again' | 'form'; readonly message: string }

export function NewPasswordStep({ proof, onDone, onAgain }: Props) {
  const { t } = useTranslation(['reset', 'errors'])
  const dispatch = useAppDispatch()
  const [typed, setTyped] = useState({ fresh: '', again: '' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function fault(field: Problem['field'], message: string) {
    setProblem({ field, message })
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setProblem(null)
    if (!isPasswordStrong(typed.fresh)) return fault('fresh', 'errors:passwordWeak')
    if (typed.fresh !== typed.again) return fault('again', 'reset:differ')
    setBusy(true)
    const outcome = await dispatch(finish(proof, typed.fresh))
    setBusy(false)
    if (outcome.ok) onDone(outcome.value.effectiveAt)
    else fault(outcome.field === 'newPassword' ? 'fresh' : 'form', `errors:${outcome.code}`)
  }

  return (
    <form ref={form} className="session-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <p className="session-hint">{t('reset:passwordHint')}</p>
      {(['fresh', 'again'] as const).map((name) => (
        <PasswordField
          key={name}
          name={name}
          value={typed[name]}
          problem={problem?.field === name ? problem.message : null}
          onType={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <p className="session-note" role="alert">
        {problem?.field === 'form' && t(problem.message)}
        {problem?.message === 'errors:verificationGone' && (
          <>
            {' '}
            <button type="button" className="ep-link" onClick={onAgain}>
              {t('reset:restart')}
            </button>
          </>
        )}
      </p>
      <button type="submit" className="ep-button ep-button-primary session-submit" aria-busy={isBusy}>
        {t('reset:set')}
      </button>
    </form>
  )
}

type FieldProps = {
  name: 'fresh' | 'again'
  value: string
  problem: string | null
  onType: (value: string) => void
}

function PasswordField({ name, value, problem, onType }: FieldProps) {
  const { t } = useTranslation(['reset', 'errors'])
  const id = useId()
  return (
    <div className="reset-field">
      <label className="session-label" htmlFor={id}>
        {t(`reset:${name}`)}
      </label>
      <input
        id={id}
        name={name}
        className="ep-input"
        type="password"
        autoComplete="new-password"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => onType(event.target.value)}
      />
      <p className="session-note" id={`${id}-note`} role="alert">
        {problem !== null && t(problem)}
      </p>
    </div>
  )
}
