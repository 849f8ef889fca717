import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress } from '#contract/rules'
import { Button } from '#src/components/button/Button'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'

/** What is wrong in a field stands beside it, and the focus goes there. */
export function FieldErrors() {
  const { t } = useTranslation('notifications')
  const dispatch = useAppDispatch()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<'empty' | 'malformed' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const [fieldId, faultId] = [useId(), useId()]

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const found = typed.trim() === '' ? 'empty' : isAddress(typed.trim()) ? null : 'malformed'
    setFault(found)
    if (found !== null) field.current?.focus()
    else dispatch(noticeShown({ tone: 'success', message: 'notifications:field.good' }))
  }

  return (
    <section>
      <h2>{t('field.title')}</h2>
      <form className="notices-form" noValidate onSubmit={handleSubmit}>
        <label htmlFor={fieldId}>{t('field.label')}</label>
        <input
          ref={field}
          id={fieldId}
          className="ep-input"
          type="email"
          autoComplete="off"
          maxLength={320}
          value={typed}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          onChange={(event) => {
            setTyped(event.target.value)
            setFault(null)
          }}
        />
        {fault !== null && (
          <p id={faultId} className="notices-fault" role="alert">
            {t(`field.${fault}`)}
          </p>
        )}
        <Button type="submit">{t('field.check')}</Button>
      </form>
    </section>
  )
}
