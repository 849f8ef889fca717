import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { type PasswordField, passwordFields, usePasswordChange } from './usePasswordChange'

const completes = { old: 'current-password', fresh: 'new-password', again: 'new-password' } as const

/** Changes the password of the mailbox: the old one is asked for, and every other sign-in ends. */
export function PasswordChange() {
  const { t } = useTranslation(['settings', 'errors'])
  const [isOpen, setOpen] = useState(false)
  const form = usePasswordChange(() => setOpen(false))
  const fields = useRef<Partial<Record<PasswordField, HTMLInputElement | null>>>({})
  const message = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const { problem, isChanged } = form
  useEffect(() => {
    // The button that opened the form has gone.
    if (isOpen) fields.current.old?.focus()
  }, [isOpen])
  useEffect(() => {
    // The form has gone, and what is focused is brought into view.
    if (isChanged) message.current?.focus()
  }, [isChanged])

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const refused = await form.submit()
    if (refused !== null && refused.field !== 'form') fields.current[refused.field]?.focus()
  }

  const said = (field: PasswordField | 'form') => problem?.field === field && t(problem.message)

  return (
    <section className="settings-senders" aria-labelledby={id}>
      <h3 id={id} className="settings-senders-title">
        {t('settings:password.title')}
      </h3>
      {!isOpen && <Button onClick={() => setOpen(true)}>{t('settings:password.open')}</Button>}
      {isOpen && (
        <form onSubmit={handleSubmit} noValidate>
          {passwordFields.map((field) => (
            <div key={field}>
              <label className="settings-field">
                <span>{t(`settings:password.${field}`)}</span>
                <input
                  ref={(input) => {
                    fields.current[field] = input
                  }}
                  className="ep-input"
                  type="password"
                  autoComplete={completes[field]}
                  value={form.typed[field]}
                  aria-invalid={problem?.field === field}
                  aria-describedby={`${id}-${field}`}
                  onChange={(event) => form.type(field, event.target.value)}
                />
              </label>
              <p id={`${id}-${field}`} className="settings-refusal" role="alert">
                {said(field)}
              </p>
            </div>
          ))}
          <p className="settings-hint">{t('settings:password.hint')}</p>
          <p className="settings-refusal" role="alert">
            {said('form')}
          </p>
          <Button type="submit" aria-busy={form.isBusy}>
            {t('settings:password.change')}
          </Button>
        </form>
      )}
      <p ref={message} className="settings-hint" role="status" tabIndex={-1}>
        {isChanged && !isOpen && t('settings:password.changed')}
      </p>
    </section>
  )
}
