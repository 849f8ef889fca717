import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'

type Props = {
  label: string
  action: string
  initial: string
  /** Answers why it was refused, or null. */
  onName: (name: string) => Promise<string | null>
  onCancel?: () => void
  disabledReason?: string | undefined
}

/** Asks for a template's name; what is wrong with it stands beside it. */
export function TemplateNameForm({ label, action, initial, onName, onCancel, disabledReason }: Props) {
  const { t } = useTranslation(['errors', 'common'])
  const [name, setName] = useState(initial)
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // The form of the mail around it is not to be sent.
    event.stopPropagation()
    if (disabledReason === undefined) setRefusal(await onName(name))
  }

  return (
    <form className="templates-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <label htmlFor={`${id}-name`}>{label}</label>
      <input
        id={`${id}-name`}
        className="ep-input"
        value={name}
        aria-invalid={refusal !== null || undefined}
        aria-describedby={refusal === null ? undefined : `${id}-fault`}
        onChange={(event) => {
          setName(event.target.value)
          setRefusal(null)
        }}
      />
      {onCancel !== undefined && <Button onClick={onCancel}>{t('common:cancel')}</Button>}
      <Button type="submit" disabledReason={disabledReason}>
        {action}
      </Button>
      {refusal !== null && (
        <p className="compose-fault" id={`${id}-fault`} role="alert">
          {t(`errors:${refusal}`)}
        </p>
      )}
    </form>
  )
}
