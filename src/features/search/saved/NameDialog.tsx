/** Asks for the name under which a search is kept. */
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkSearchName } from '#contract/rules'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'

type Props = {
  title: string
  name: string
  onClose: () => void
  /** Answers the code of a refusal, or null when it is done. */
  onName: (name: string) => Promise<string | null>
}

export function NameDialog({ title, name: former, onClose, onName }: Props) {
  const { t } = useTranslation(['search', 'errors'])
  const [name, setName] = useState(former)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const formId = useId()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wanted = name.trim()
    const refused = checkSearchName(wanted)
    if (refused !== null) return setFault(refused)
    setBusy(true)
    const code = await onName(wanted)
    setBusy(false)
    if (code === null) onClose()
    else setFault(code)
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('search:cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} aria-busy={isBusy}>
            {t('search:save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="search-name" onSubmit={handleSubmit} noValidate>
        <label htmlFor={`${formId}-name`}>{t('search:name')}</label>
        <input
          id={`${formId}-name`}
          className="ep-input"
          maxLength={200}
          value={name}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${formId}-fault`}
          onChange={(event) => {
            setName(event.target.value)
            setFault(null)
          }}
        />
        {fault !== null && (
          <p id={`${formId}-fault`} className="search-name-fault" role="alert">
            {t(`errors:${fault}`)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
