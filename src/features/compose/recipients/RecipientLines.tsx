/** To, and Cc and Bcc once they are wanted. */
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressKey } from '#contract/mail/domainSpelling'
import { IconButton } from '#src/components/button/IconButton'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { plainName } from '#src/components/text/AddressText'
import { selectUser } from '#src/store/session/session'
import { useAppSelector } from '#src/store/typed'
import type { Composer } from '../composer'
import { recipientLimit } from '../send/sendChecks'
import { useChipDrag } from './chips/useChipDrag'
import { RecipientField } from './RecipientField'
import { type RecipientLine, recipientCount, recipientLines, type Spot } from './recipientLists'
import { knownRecipient, type Recipient, recipientText } from './recipients'
import { useRecipientEdits } from './useRecipientEdits'
import './recipients.css'

const PeoplePicker = lazyDialog(async () => (await import('./picker/PeoplePicker')).PeoplePicker)

type Props = { composer: Composer }

export function RecipientLines({ composer: { key, content, fault, refused } }: Props) {
  const { t } = useTranslation(['compose', 'errors'])
  const tier = useAppSelector((state) => selectUser(state)?.tier ?? null)
  const edits = useRecipientEdits(key)
  const [wanted, setWanted] = useState<readonly RecipientLine[]>([])
  const [focused, setFocused] = useState<Spot | null>(null)
  /** The line whose recipients are chosen from the contacts. */
  const [picking, setPicking] = useState<RecipientLine | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const drag = useChipDrag(edits, handleMoved)
  const isShown = (line: RecipientLine) =>
    line === 'to' || (!content.separate && (content[line].length > 0 || wanted.includes(line)))
  const lines = recipientLines.filter(isShown)
  const hidden = content.separate ? [] : recipientLines.filter((line) => !isShown(line))
  const count = recipientCount(content)
  const most = recipientLimit(tier)

  useEffect(() => {
    if (focused === null) return
    const inLine = focused.at === undefined ? 'input' : `[data-chip="${focused.at}"]`
    box.current?.querySelector<HTMLElement>(`[data-line="${focused.line}"] ${inLine}`)?.focus()
  }, [focused])

  function handleMoved(spot: Spot) {
    setWanted((lines) => [...lines, spot.line])
    setFocused({ ...spot })
  }

  function reasonOf(recipient: Recipient): string | null {
    if (recipient.fault !== null) return t(`fault.${recipient.fault}`)
    return refused !== null && isRefused(recipient) ? t(`errors:${refused.code}`) : null
  }

  function isRefused(recipient: Recipient): boolean {
    const names = [recipient.address, recipientText(recipient)].map(addressKey)
    return refused?.addresses.some((one) => names.includes(addressKey(one))) ?? false
  }

  function faultOf(line: RecipientLine): string | null {
    if (fault?.field !== line) return line === 'to' && count > most ? tooMany(most) : null
    // Who is refused is named with the reason, which need not stand there twice.
    if (refused?.code === fault.code && content[line].some(isRefused)) return null
    return fault.code === 'recipientTooMany' ? tooMany(most) : t(`errors:${fault.code}`)
  }

  const tooMany = (limit: number) => t('tooMany', { limit, count })

  return (
    <div className="compose-recipient-lines" ref={box}>
      {lines.map((line) => (
        <RecipientField
          key={line}
          line={line}
          lines={content.separate ? ['to'] : recipientLines}
          label={t(line === 'to' && content.separate ? 'separateTo' : line)}
          list={content[line]}
          edits={edits}
          drag={drag}
          reasonOf={reasonOf}
          fault={faultOf(line)}
          onMoved={handleMoved}
          extra={(tabIndex) => (
            <span className="compose-reveal">
              {(line === 'to' ? hidden : []).map((other) => (
                <button
                  key={other}
                  type="button"
                  tabIndex={tabIndex}
                  className={drag.isGoing ? 'ep-link compose-reveal-target' : 'ep-link'}
                  aria-label={t('reveal', { field: t(other) })}
                  onClick={({ currentTarget }) => {
                    // It goes without a word of its focus, by which its line would stay unfolded.
                    currentTarget.blur()
                    handleMoved({ line: other })
                  }}
                  onDragOver={(event) => drag.over(event, other, 0)}
                  onDrop={(event) => drag.drop(event, other, 0)}
                >
                  {t(other)}
                </button>
              ))}
              <IconButton
                tabIndex={tabIndex}
                label={t('picker.open', { line: t(line) })}
                icon={<TeamOutlined aria-hidden />}
                onClick={() => setPicking(line)}
              />
            </span>
          )}
        />
      ))}
      {picking !== null && (
        <PeoplePicker
          label={t(picking)}
          onPick={(people) => edits.add(people.map(knownRecipient), { line: picking })}
          onGroup={(group) => void edits.addGroup(group, { line: picking })}
          onClose={() => setPicking(null)}
        />
      )}
      {content.separate && content.to.length > 0 && (
        <p className="compose-separate">{t('separateHint', { count: content.to.length })}</p>
      )}
      <p className="compose-told" role="status">
        {edits.notice !== null && plainName(edits.notice)}
      </p>
    </div>
  )
}
