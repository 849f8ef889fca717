/** The people and groups whom the text in a recipient's box may mean. */
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { useTranslation } from 'react-i18next'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import type { Suggestion } from './useSuggestions'

type Props = {
  id: string
  suggestions: readonly Suggestion[]
  /** The one that Enter would take. */
  index: number
  onPick: (suggestion: Suggestion) => void
}

export function PeopleList({ id, suggestions, index, onPick }: Props) {
  const { t } = useTranslation('compose')
  return (
    <div className="compose-people" id={id} role="listbox" aria-label={t('suggestions')}>
      {suggestions.map((suggestion, at) => (
        <div
          key={suggestion.key}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className="compose-person"
          // The box keeps the focus, so that leaving it does not take the half-typed text.
          onMouseDown={(event) => event.preventDefault()}
          onMouseUp={() => onPick(suggestion)}
        >
          {suggestion.kind === 'group' ? (
            <>
              <TeamOutlined aria-hidden="true" />
              <bdi>{plainName(suggestion.group.name)}</bdi>
              <span className="compose-person-address">{t('group.members', { count: suggestion.group.members })}</span>
            </>
          ) : (
            <>
              <bdi>{plainName(suggestion.person.name) || plainAddress(suggestion.person.address)}</bdi>
              {suggestion.person.name !== '' && (
                <bdi className="compose-person-address">{plainAddress(suggestion.person.address)}</bdi>
              )}
            </>
          )}
        </div>
      ))}
    </div>
  )
}
