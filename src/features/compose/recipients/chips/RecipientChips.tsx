/** The recipients of a line; of many, as long as the person is elsewhere, only the first and those at fault. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import type { Recipient } from '../recipients'
import { type ChipLine, chipCommands } from './chipCommands'
import { RecipientChip } from './RecipientChip'
import type { ChipDrag } from './useChipDrag'

/** A line that nobody works in shows so many, or all where they are hardly more; on a phone each has a row of its own. */
const shownFirst = { wide: 8, narrow: 3 }
const hardlyMore = 2

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
  const first = shownFirst[useIsAtMost('tablet') ? 'narrow' : 'wide']
  const { line, list, range } = chips
  const commands = chipCommands(chips)
  const faulty = new Set(list.flatMap((one, index) => (reasonOf(one) === null ? [] : [index])))
  const isWhole = isWorkedIn || list.length <= first + hardlyMore
  const isShown = (index: number) => isWhole || index < first || faulty.has(index)
  const hidden = list.filter((_one, index) => !isShown(index)).length
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
      <ul className="compose-chips">
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
                describedBy={faulty.has(index) ? `${reasonsId} ${hintId}` : hintId}
              />
            </li>
          ) : null,
        )}
      </ul>
      {hidden > 0 && (
        <button type="button" className="compose-more ep-link" onClick={onMore}>
          {t('more', { count: hidden })}
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
