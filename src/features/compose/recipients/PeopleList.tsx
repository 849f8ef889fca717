/** The people and groups whom the text in a recipient's box may mean. */
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { useLayoutEffect, useRef } from 'react'
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
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => list.current !== null && placeBelow(list.current)
    place()
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', place, { capture: true })
  })
  return (
    <div ref={list} className="compose-people" id={id} role="listbox" aria-label={t('suggestions')}>
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

/** Below its line, and whole: the fields above the text scroll, and would cut it off. */
function placeBelow(list: HTMLElement): void {
  const line = list.closest('.compose-recipients')?.getBoundingClientRect()
  if (line === undefined) return
  Object.assign(list.style, { left: '0', top: '0' })
  // A box around it may be what `fixed` is counted from.
  const origin = list.getBoundingClientRect()
  const room = (window.visualViewport?.height ?? window.innerHeight) - line.bottom - 2 * gap
  Object.assign(list.style, {
    left: `${line.left - origin.left}px`,
    top: `${line.bottom + gap - origin.top}px`,
    maxInlineSize: `${Math.min(420, line.width)}px`,
    maxBlockSize: `${Math.max(44, room)}px`,
  })
}

/** Pixels to the line and to the window's edge. */
const gap = 6
