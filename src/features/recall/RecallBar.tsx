import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '../../contract/shapes'
import { RecallProgress } from './RecallProgress'

/** Above a recalled mail what came of it, and on demand for whom; above the word that a mail was taken back, that it says so. */
export function RecallBar({ mail }: { mail: Mail }) {
  const { t } = useTranslation('recall')
  const [isOpen, setOpen] = useState(mail.recalled === 'running')
  const id = useId()
  if (mail.recalled === undefined) return null
  // The recipient's side: there is nothing more to tell.
  if (mail.recalled === 'withdrawn')
    return (
      <div className="reading-bar reading-bar-quiet recall-bar">
        <span>{t('bar.withdrawn')}</span>
      </div>
    )
  return (
    <div className="reading-bar reading-bar-quiet recall-bar">
      <span>{t(`bar.${mail.recalled}`)}</span>
      <button
        type="button"
        className="ep-link reading-bar-action"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'hideDetails' : 'showDetails')}
      </button>
      {isOpen && (
        <div id={id} className="recall-bar-details">
          <RecallProgress mailId={mail.id} />
        </div>
      )}
    </div>
  )
}
