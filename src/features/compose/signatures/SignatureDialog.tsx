/** The account's signatures: one press puts another in the place of the present one. */
import { type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cards } from '#contract/endpoints/contacts/cards'
import { type Signature, signatures } from '#contract/endpoints/sending/signatures'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { textOfHtml } from '#src/lib/html'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import type { ComposeContent } from '../content'
import { FormDialog } from '../editor/FormDialog'
import type { TextHandle } from '../useWriting'
import { replaceSignature } from './replaceSignature'
import '../templates/templates.css'

type Props = {
  text: RefObject<TextHandle>
  onChange: (change: Pick<ComposeContent, 'card'>) => void
  onClose: () => void
}

export function SignatureDialog({ text, onChange, onClose }: Props) {
  const { t } = useTranslation(['compose', 'common'])
  const answer = useReply(signatures, {})
  // A signature that is put in before its card is known would go without it.
  const known = useReply(cards, {})

  // They are managed in another tab, from which the person comes back.
  const { retry } = answer
  const { retry: retryCards } = known
  useEffect(() => {
    const askAgain = () => {
      retry()
      retryCards()
    }
    window.addEventListener('focus', askAgain)
    return () => window.removeEventListener('focus', askAgain)
  }, [retry, retryCards])

  const all = answer.last?.signatures ?? []

  function choose(chosen: Signature | null) {
    // The dialog gives the focus back to its button as it closes; the text is to have it.
    flushSync(onClose)
    text.current.rewrite(replaceSignature(all, chosen))
    const card = known.last?.cards.find(({ id }) => id === chosen?.card)
    if (card !== undefined) onChange({ card: { id: card.id, name: card.name } })
  }

  return (
    <FormDialog title={t('signature.title')} closeLabel={t('common:close')} onClose={onClose}>
      {[answer, known].some(({ state, last }) => state === 'waiting' && last === null) && <Skeleton lines={3} />}
      {answer.state === 'failed' && <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />}
      {known.state === 'failed' && <ErrorNote message={`errors:${known.code}`} onRetry={known.retry} />}
      {answer.last !== null && known.last !== null && (
        <ul className="templates-list" aria-label={t('signature.title')}>
          {all.map((one) => (
            <li key={one.id} className="templates-row">
              <button type="button" className="templates-choose" onClick={() => choose(one)}>
                <bdi className="templates-name">{one.title}</bdi>
                <bdi className="templates-subject">{textOfHtml(one.html)}</bdi>
              </button>
            </li>
          ))}
          <li className="templates-row">
            <button type="button" className="templates-choose" onClick={() => choose(null)}>
              {t('signature.none')}
            </button>
          </li>
        </ul>
      )}
      {/* What is being written stays open. */}
      <Link className="ep-link" to={pathTo('signature')} target="_blank" rel="noreferrer">
        {t('signature.manage')}
      </Link>
    </FormDialog>
  )
}
