/** Asks for a link's address; only addresses that a mail may hold are taken. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress } from '#contract/rules'
import { linkTarget } from '#src/lib/html'
import { FormDialog } from './FormDialog'

type Props = { onClose: () => void; onLink: (address: string) => void }

export function LinkDialog({ onClose, onLink }: Props) {
  const { t } = useTranslation('compose')
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const id = useId()

  function handleSubmit() {
    const address = linkTarget(completed(text.trim()))
    if (address === null) setRefused(true)
    else onLink(address)
  }

  return (
    <FormDialog title={t('link.title')} onClose={onClose} submit={{ label: t('link.insert'), act: handleSubmit }}>
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
    </FormDialog>
  )
}

function completed(text: string): string {
  if (isAddress(text)) return `mailto:${text}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text
}
