/** One recipient: red with its reason beside the field when it is at fault; edited, moved, copied and removed by keys, menu and mouse. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { looksLikeAddress } from '#contract/mail/plainName'
import { MenuList } from '#src/components/menu/MenuList'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { type Recipient, readableRecipient } from '../recipients'
import type { ChipCommands } from './chipCommands'
import type { ChipRange } from './useChipRange'

type Props = {
  recipient: Recipient
  index: number
  commands: ChipCommands
  range: ChipRange
  isFaulty: boolean
  /** Another one bears the same name, so the address is shown as well. */
  isNamesake: boolean
  /** The ids of what is said of it elsewhere. */
  describedBy: string
}

export function RecipientChip({ recipient, index, commands, range, isFaulty, isNamesake, describedBy }: Props) {
  const { t } = useTranslation('compose')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const text = plainName(readableRecipient(recipient))
  const name = plainName(recipient.name)
  const isChosen = range.isChosen(index)

  function handleKey(event: KeyboardEvent) {
    const asksMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
    if (asksMenu || (event.key === 'ArrowDown' && !event.altKey)) setMenuOpen(true)
    else if (!commands.pressed(index, event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function handleClick({ detail, shiftKey, nativeEvent }: MouseEvent) {
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    // A press without a pointer is a screen reader's.
    if (isTouch || detail === 0) setMenuOpen(true)
    else range.focus(index, shiftKey ? 'extending' : 'alone')
  }

  const items = [
    { key: 'edit', label: t('chip.edit'), onChoose: () => commands.edit(index) },
    { key: 'copy', label: t('chip.copy'), onChoose: () => copy() },
    ...commands.others.map((line) => ({
      key: line,
      label: t('chip.moveTo', { field: t(line) }),
      onChoose: () => commands.moveTo(index, line),
    })),
    { key: 'remove', label: t('chip.remove'), onChoose: () => commands.remove(index) },
  ]

  function copy() {
    // Without leave to write to it, the clipboard stays as it is.
    void navigator.clipboard?.writeText(commands.textOf(index)).catch(() => undefined)
    button.current?.focus()
  }

  return (
    <>
      <button
        type="button"
        ref={button}
        data-chip={index}
        className="compose-chip-text"
        tabIndex={index === range.head ? 0 : -1}
        aria-label={text}
        title={text}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        aria-pressed={isChosen || undefined}
        aria-invalid={isFaulty || undefined}
        aria-describedby={describedBy}
        onFocus={() => range.arrived(index)}
        onClick={handleClick}
        onDoubleClick={() => commands.edit(index)}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenuOpen(true)
        }}
        onKeyDown={handleKey}
        onCopy={(event) => commands.copied(index, event)}
        onCut={(event) => commands.copied(index, event)}
        onPaste={(event) => commands.pasted(index, event)}
      >
        <bdi>{name === '' || isFaulty ? text : name}</bdi>
        {name !== '' && !isFaulty && (
          <span className={isNamesake || looksLikeAddress(name) ? undefined : 'compose-chip-address'}>
            {' '}
            <bdi>{`<${plainAddress(recipient.address)}>`}</bdi>
          </span>
        )}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="compose-chip-remove"
        aria-label={t('removeRecipient', { name: text })}
        onClick={() => commands.remove(index)}
      >
        <CloseOutlined aria-hidden="true" />
      </button>
      {isMenuOpen && (
        <MenuList
          list={menu}
          label={t('chip.menu', { name: text })}
          items={items}
          className="ep-menu-placed"
          opener={button}
          onClose={(why) => {
            setMenuOpen(false)
            if (why === 'left') button.current?.focus()
          }}
        />
      )}
    </>
  )
}
