/** The recipients of a line; while the person is elsewhere, those that one row holds. */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Recipient } from '../recipients'
import { type ChipLine, chipCommands } from './chipCommands'
import { RecipientChip } from './RecipientChip'
import type { ChipDrag } from './useChipDrag'

/** No row is so wide that it holds more. */
const mostInRow = 24

type Props = {
  chips: ChipLine
  drag: ChipDrag
  /** Why somebody cannot be written to; null where there is nothing against it. */
  reasonOf: (recipient: Recipient) => string | null
  /** The id of what is said of those at fault. */
  reasonsId: string
  isWorkedIn: boolean
  onMore: () => void
}

export function RecipientChips({ chips, drag, reasonOf, reasonsId, isWorkedIn, onMore }: Props) {
  const { t } = useTranslation('compose')
  const hintId = useId()
  const { line, list, range, edits } = chips
  const commands = chipCommands(chips)
  const faulty = new Set(list.flatMap((one, index) => (reasonOf(one) === null ? [] : [index])))
  const isShown = (index: number) => isWorkedIn || index < mostInRow || faulty.has(index)
  const shown = list.filter((_one, index) => isShown(index)).length
  const { row, beyond } = useBeyondRow(isWorkedIn, list)
  const hidden = list.length - shown + (isWorkedIn ? 0 : beyond)
  const mark = drag.markIn(line)
  const look = (index: number) =>
    [
      'compose-chip',
      faulty.has(index) ? 'compose-chip-bad' : '',
      range.isChosen(index) ? 'compose-chip-chosen' : '',
      mark === index ? 'compose-chip-mark' : '',
      mark === list.length && index === list.length - 1 ? 'compose-chip-mark-after' : '',
    ].join(' ')

  return (
    <>
      <ul ref={row} className={isWorkedIn ? 'compose-chips' : 'compose-chips compose-chips-folded'}>
        {list.map((recipient, index) =>
          isShown(index) ? (
            <li
              key={`${recipient.address}${recipient.name}`}
              className={look(index)}
              draggable
              onDragStart={(event) =>
                drag.start(event, { line, indexes: range.actedOn(index) }, commands.textOf(index))
              }
              onDragEnd={drag.end}
            >
              <RecipientChip
                recipient={recipient}
                index={index}
                commands={commands}
                range={range}
                isFaulty={faulty.has(index)}
                isNamesake={edits.isNamesake(recipient)}
                describedBy={faulty.has(index) ? `${reasonsId} ${hintId}` : hintId}
              />
            </li>
          ) : null,
        )}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className="compose-more ep-link ep-number"
          aria-label={t('more', { count: hidden })}
          onClick={onMore}
        >
          +{hidden}
        </button>
      )}
      {list.length > 0 && (
        <span id={hintId} hidden>
          {t('chip.hint')}
        </span>
      )}
    </>
  )
}

/** How many chips found no place in the first row. */
function useBeyondRow(isWorkedIn: boolean, list: readonly Recipient[]) {
  const row = useRef<HTMLUListElement>(null)
  const [beyond, setBeyond] = useState(0)
  useLayoutEffect(() => {
    const element = row.current
    if (element === null || isWorkedIn || list.length === 0) return
    const measure = () => {
      const tops = [...element.children].map((chip) => chip.getBoundingClientRect().top)
      const first = Math.min(...tops)
      setBeyond(tops.filter((top) => top > first + 1).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWorkedIn, list])
  return { row, beyond }
}
