/** Which business card goes with the message; it is made when the message is sent. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { NamedCard } from '#contract/contacts/businessCard'
import { cards } from '#contract/endpoints/contacts/cards'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { FormDialog } from '../editor/FormDialog'
import '../templates/templates.css'

type Props = { onChoose: (card: NamedCard | null) => void; onClose: () => void }

export function CardDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation(['cards', 'common'])
  const answer = useReply(cards, {})

  function choose(card: NamedCard | null) {
    onClose()
    onChoose(card)
  }

  return (
    <FormDialog title={t('cards:choice.title')} closeLabel={t('common:close')} onClose={onClose}>
      {answer.state === 'waiting' && <Skeleton lines={3} />}
      {answer.state === 'failed' && <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />}
      {answer.state === 'answered' && (
        <ul className="templates-list" aria-label={t('cards:choice.title')}>
          {answer.reply.cards.map(({ id, name, fields }) => (
            <li key={id} className="templates-row">
              <button type="button" className="templates-choose" onClick={() => choose({ id, name })}>
                <bdi className="templates-name">{name}</bdi>
                <bdi className="templates-subject">{fields.map(({ value }) => value).join(' · ')}</bdi>
              </button>
            </li>
          ))}
          <li className="templates-row">
            <button type="button" className="templates-choose" onClick={() => choose(null)}>
              {t('cards:choice.none')}
            </button>
          </li>
        </ul>
      )}
      {/* What is being written stays open. */}
      <Link className="ep-link" to={pathTo('signature')} target="_blank" rel="noreferrer">
        {t('cards:choice.manage')}
      </Link>
    </FormDialog>
  )
}
