/** Asks for a link's address; only addresses that a mail may hold are taken. */
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress } from '#contract/rules'
import { Button } from '#src/components/button/Button'
import { linkTarget } from '#src/lib/html'
import { FormDialog } from './FormDialog'

type Props = { onClose: () => void; onLink: (address: string) => void }

export function LinkDialog({ onClose, onLink }: Props) {
  const { t } = useTranslation(['compose', 'common'])
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const id = useId()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const address = linkTarget(completed(text.trim()))
    if (address === null) setRefused(true)
    else onLink(address)
  }

  return (
    <FormDialog
      title={t('link.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button tone="primary" type="submit" form={id}>
            {t('link.insert')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} noValidate>
        <label>
          <span>{t('link.address')}</span>
          <input
            className="ep-input"
            type="url"
            value={text}
            placeholder="https://"
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? `${id}-fault` : undefined}
            onChange={(event) => {
              setText(event.target.value)
              setRefused(false)
            }}
          />
        </label>
        {isRefused && (
          <p className="compose-fault" id={`${id}-fault`} role="alert">
            {t('link.refused')}
          </p>
        )}
      </form>
    </FormDialog>
  )
}

function completed(text: string): string {
  if (isAddress(text)) return `mailto:${text}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text
}
