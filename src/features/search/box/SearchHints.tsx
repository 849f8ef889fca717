/** Under the field that has the focus: saved and recent searches that hold what is typed. */
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '#src/store/typed'
import { queryOfSaved } from '../saved/savedSearches'
import { parseQuery, type SearchQuery } from '../searchQuery'
import { selectRecent, selectSaved } from '../searchSlice'

export type SearchHint = {
  readonly key: string
  readonly text: string
  readonly isSaved: boolean
  readonly query: SearchQuery
}

export function useSearchHints(typed: string): readonly SearchHint[] {
  const saved = useAppSelector(selectSaved) ?? []
  const recent = useAppSelector(selectRecent)
  const part = typed.trim().toLowerCase()
  return [
    ...saved.map((one) => ({ key: one.id, text: one.name, isSaved: true, query: queryOfSaved(one) })),
    ...recent.map((text) => ({ key: `recent ${text}`, text, isSaved: false, query: parseQuery(text) })),
  ].filter(({ text }) => text !== typed && text.toLowerCase().includes(part))
}

type Props = {
  id: string
  hints: readonly SearchHint[]
  /** Index of the one that Enter takes; -1 while it is none. */
  active: number
  onChoose: (hint: SearchHint) => void
}

export function SearchHints({ id, hints, active, onChoose }: Props) {
  const { t } = useTranslation('search')
  return (
    <div id={id} role="listbox" aria-label={t('savedMenu')} className="search-box-hints">
      {hints.map((hint, index) => (
        <button
          key={hint.key}
          type="button"
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={index === active}
          className="search-box-hint"
          // The field keeps the focus, or the list would be gone before the press ends.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(hint)}
        >
          {hint.isSaved ? <StarOutlined aria-hidden /> : <HistoryOutlined aria-hidden />}
          <bdi>{hint.text}</bdi>
        </button>
      ))}
    </div>
  )
}
