import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import type { MisleadingLink } from '#src/lib/html/misleadingLinks'
import { selectUsername } from '#src/store/session/session'
import { useAppSelector } from '#src/store/typed'
import { canReport } from '../../mailbox'
import { useMoveOf } from '../useMailActions'
import { cautionsOf } from './cautions'
import './phishingBar.css'

/** Why a mail may not be what it says, a line for each reason; silent where there is none. */
export function PhishingBar({ mail, links }: { mail: Mail; links: readonly MisleadingLink[] }) {
  const { t } = useTranslation('reading')
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const move = useMoveOf(mail)
  const own = useAppSelector(selectUsername)?.split('@').at(-1)?.toLowerCase() ?? ''
  const cautions = cautionsOf(mail, own)
  const shown = mail.folder === 'sent' || mail.folder === 'draft' ? [] : links
  if (cautions.length === 0 && shown.length === 0) return null
  return (
    <section className="reading-caution" aria-label={t('phishing')}>
      <h2 className="reading-caution-title">{t('phishingTitle')}</h2>
      <ul className="reading-caution-list">
        {cautions.map(({ words, params }) => (
          <li key={words}>{t(words, params)}</li>
        ))}
        {shown.length > 0 && (
          <li>
            {t('linksMislead', { count: shown.length })}{' '}
            <button
              type="button"
              className="ep-link reading-bar-action"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'hideLinks' : 'showLinks')}
            </button>
            <ul id={listId} className="reading-caution-links" hidden={!isOpen}>
              {shown.map((link) => (
                <li key={`${link.shown} ${link.real}`}>
                  <bdi>{t('linkLeads', link)}</bdi>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
      {canReport(mail.folder) && (
        <p className="reading-caution-acts">
          <button type="button" className="ep-link reading-bar-action" onClick={() => move('junk', 'report')}>
            {t('junk')}
          </button>
          <button type="button" className="ep-link reading-bar-action" onClick={() => move('junk', 'reportAndBlock')}>
            {t('reportAndBlock')}
          </button>
        </p>
      )}
    </section>
  )
}
