/** To, and Cc and Bcc once they are wanted. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaultField } from '../checks'
import type { ComposeContent } from '../content'
import { RecipientField } from './RecipientField'

const more = ['cc', 'bcc'] as const

type Props = {
  content: ComposeContent
  onChange: (change: Partial<ComposeContent>) => void
  faultText: (field: FaultField) => string | null
}

export function RecipientLines({ content, onChange, faultText }: Props) {
  const { t } = useTranslation('compose')
  const [wanted, setWanted] = useState<readonly (typeof more)[number][]>([])
  const [focused, setFocused] = useState<string | null>(null)
  const isShown = (field: (typeof more)[number]) => content[field].length > 0 || wanted.includes(field)
  const hidden = more.filter((field) => !isShown(field))

  useEffect(() => {
    if (focused !== null) document.querySelector<HTMLElement>(`.compose-form [data-field="${focused}"]`)?.focus()
  }, [focused])

  return (
    <>
      <RecipientField
        field="to"
        label={t('to')}
        list={content.to}
        onChange={(list) => onChange({ to: [...list] })}
        fault={faultText('to')}
        extra={
          <span className="compose-reveal">
            {hidden.map((field) => (
              <button
                key={field}
                type="button"
                className="ep-link"
                aria-label={t('reveal', { field: t(field) })}
                onClick={() => {
                  setWanted([...wanted, field])
                  setFocused(field)
                }}
              >
                {t(field)}
              </button>
            ))}
          </span>
        }
      />
      {more.filter(isShown).map((field) => (
        <RecipientField
          key={field}
          field={field}
          label={t(field)}
          list={content[field]}
          onChange={(list) => onChange({ [field]: [...list] })}
          fault={faultText(field)}
        />
      ))}
    </>
  )
}
