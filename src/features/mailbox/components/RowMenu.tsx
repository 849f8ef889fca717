/** What can be done to a row, or to the selection that it belongs to, in a menu beside it. */
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailCommands, MenuPlace } from '../hooks/useMailCommands'
import { canReport, canSpare, isRemovable } from '../mailPlaces'

type Props = { folder: string; menu: MenuPlace; commands: MailCommands }

/** Pixels that stay free at the window's edge. */
const edge = 8

export function RowMenu({ folder, menu, commands }: Props) {
  const { t } = useTranslation(['mail'])
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const { mails, x, y } = menu
  const [first] = mails
  const on = commands.commandsOn(() => mails)
  const { closeMenu } = commands

  useLayoutEffect(() => {
    opener.current = document.activeElement
    const box = list.current
    if (box === null) return
    box.style.insetInlineStart = `${Math.max(edge, Math.min(x, window.innerWidth - box.offsetWidth - edge))}px`
    box.style.insetBlockStart = `${Math.max(edge, Math.min(y, window.innerHeight - box.offsetHeight - edge))}px`
    box.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [x, y])
  useEffect(() => {
    const handleOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && list.current?.contains(event.target) !== true) closeMenu()
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => document.removeEventListener('pointerdown', handleOutside)
  }, [closeMenu])

  function close() {
    closeMenu()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }

  function handleKey(event: KeyboardEvent) {
    const choices = [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = choices.findIndex((choice) => choice.matches(':focus'))
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + choices.length,
      Home: 0,
      End: choices.length - 1,
    }
    const next = steps[event.key]
    if (next !== undefined) choices[next % choices.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const isOne = mails.length === 1
  const items: readonly (readonly [label: string, act: () => void] | null)[] = [
    isOne ? [t('mail:moreActions.reply'), () => on.answer('reply')] : null,
    isOne ? [t('mail:moreActions.replyAll'), () => on.answer('replyAll')] : null,
    isOne ? [t('mail:moreActions.forward'), () => on.answer('forward')] : null,
    first?.seen === true
      ? [t('mail:mark.unseen'), () => on.mark('unseen')]
      : [t('mail:mark.seen'), () => on.mark('seen')],
    first?.flagged === true
      ? [t('mail:mark.unflagged'), () => on.mark('unflagged')]
      : [t('mail:mark.flagged'), () => on.mark('flagged')],
    [t('mail:moveTo'), on.askMove],
    folder === 'deleted' ? null : [t('mail:delete'), on.remove],
    isRemovable(folder) ? [t('mail:deleteForever'), on.askForever] : null,
    canSpare(folder) ? [t('mail:notJunk'), () => on.move('inbox')] : null,
    canReport(folder) ? [t('mail:junk'), () => on.report('report')] : null,
    canReport(folder) ? [t('mail:moreActions.block'), () => on.report('reportAndBlock')] : null,
  ]

  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={t('mail:rowMenu', { count: mails.length })}
      className="ep-menu-list mailbox-row-menu"
      onKeyDown={handleKey}
    >
      {items.map(
        (item) =>
          item !== null && (
            <button
              key={item[0]}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="ep-menu-item"
              onClick={() => {
                close()
                item[1]()
              }}
            >
              {item[0]}
            </button>
          ),
      )}
    </div>
  )
}
