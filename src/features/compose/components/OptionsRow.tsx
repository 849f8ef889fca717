/** How the mail goes: a copy in Sent, urgent, a receipt asked for. */
import { useTranslation } from 'react-i18next'
import type { ComposeContent } from '../content'

const options = ['saveToSent', 'urgent', 'receipt'] as const

type Props = {
  content: ComposeContent
  onChange: (change: Partial<ComposeContent>) => void
}

export function OptionsRow({ content, onChange }: Props) {
  const { t } = useTranslation('compose')
  return (
    <fieldset className="compose-options">
      <legend className="visually-hidden">{t('option.label')}</legend>
      {options.map((option) => (
        <label key={option} className="compose-option">
          <input
            type="checkbox"
            checked={content[option]}
            onChange={(event) => onChange({ [option]: event.target.checked })}
          />
          {t(`option.${option}`)}
        </label>
      ))}
    </fieldset>
  )
}
