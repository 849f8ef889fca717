/** What came of an import, with its Undo and the list of who was refused. */
import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import type { ContactImport } from '#contract/endpoints/contacts/transfer'
import { useAppDispatch } from '#src/store/typed'
import { downloadRefused } from './transferThunks'
import type { ImportState } from './useContactImport'

const shownCounts = [
  'added',
  'merged',
  'replaced',
  'skipped',
  'refused',
  'photosDropped',
  'linesDropped',
  'groupsDropped',
] as const

export function ImportOutcome({ outcome, state }: { outcome: ContactImport; state: ImportState }) {
  const { t } = useTranslation(['contactFiles', 'errors'])
  const counts = shownCounts.filter((name) => name === 'added' || outcome[name] > 0)
  return (
    <>
      <h2 tabIndex={-1}>{t(`state.${outcome.state}`)}</h2>
      {outcome.reason !== null && <p className="contact-files-fault">{t(`errors:${outcome.reason}`)}</p>}
      <ul className="contact-files-counts" aria-label={outcome.name}>
        {counts.map((name) => (
          <li key={name}>{t(`counts.${name}`, { count: outcome[name] })}</li>
        ))}
      </ul>
      <OutcomeTools outcome={outcome} state={state} />
    </>
  )
}

export function OutcomeTools({ outcome, state }: { outcome: ContactImport; state: ImportState }) {
  const { t } = useTranslation('contactFiles')
  const dispatch = useAppDispatch()
  const { id, name, undoable, refused } = outcome
  return (
    <div className="contact-files-tools">
      {refused > 0 && <Button onClick={() => void dispatch(downloadRefused(id))}>{t('refusedList')}</Button>}
      {undoable && (
        <Button loading={state.undoing === id} aria-label={t('undoOf', { name })} onClick={() => void state.undo(id)}>
          {t('undo')}
        </Button>
      )}
    </div>
  )
}
