import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactField } from '#contract/mail/contactRules'
import type { Address } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { useAppDispatch } from '#src/store/typed'
import { type ContactFault, saveContact } from './people'
import './contactDialog.css'

type Props = { person: Address; onClose: () => void }

/** A person of a mail becomes a contact, under a name that can be put right before. */
export function ContactDialog({ person, onClose }: Props) {
  const { t } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState({
    name: person.name === '' ? (person.address.split('@')[0] ?? '') : person.name,
    email: person.address,
  })
  const [fault, setFault] = useState<ContactFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (fault !== null && fault.field !== 'form')
      form.current?.querySelector<HTMLElement>(`[name="${fault.field}"]`)?.focus()
  }, [fault])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const came = await dispatch(saveContact(typed))
    setBusy(false)
    if (came === null) onClose()
    else setFault(came)
  }

  const field = (name: ContactField, label: string) => {
    const isWrong = fault?.field === name
    const faultId = `${formId}-${name}`
    return (
      <div className="reading-contact-line">
        <label className="reading-contact-field">
          {label}
          <input
            className="ep-input"
            name={name}
            value={typed[name]}
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? faultId : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        </label>
        {isWrong && (
          <p id={faultId} className="reading-contact-fault" role="alert">
            {t(fault.message)}
          </p>
        )}
      </div>
    )
  }

  return (
    <Dialog
      title={t('saveContact')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} disabled={isBusy}>
            {t('contactSave')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {field('name', t('contactName'))}
        {field('email', t('contactEmail'))}
        {fault?.field === 'form' && <ErrorNote message={fault.message} />}
      </form>
    </Dialog>
  )
}
