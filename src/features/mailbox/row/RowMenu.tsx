/** What can be done to a row, or to the selection that it belongs to, in a menu beside it. */
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuItem, MenuList } from '#src/components/menu/MenuList'
import type { MailCommands, MenuPosition } from '../actions/useMailCommands'
import { canArchive, canReport, canSpare, isRecoverable, isRemovable } from '../folderAbilities'
import { useMoreItems } from '../toolbar/useMoreItems'
import { useRecallItem } from './useRecallItem'

type Props = { folder: string; menu: MenuPosition; commands: MailCommands; onClose: () => void }

/** Pixels that stay free at the window's edge. */
const edge = 8

export function RowMenu({ folder, menu, commands, onClose }: Props) {
  const { t } = useTranslation(['mail'])
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const { mails, x, y } = menu
  const [first] = mails
  const on = commands.commandsOn(() => mails)

  useLayoutEffect(() => {
    opener.current = document.activeElement
    const box = list.current
    if (box === null) return
    box.style.insetInlineStart = `${Math.max(edge, Math.min(x, window.innerWidth - box.offsetWidth - edge))}px`
    box.style.insetBlockStart = `${Math.max(edge, Math.min(y, window.innerHeight - box.offsetHeight - edge))}px`
  }, [x, y])

  const isOne = mails.length === 1
  const more = useMoreItems(folder, mails.length, on, t('mail:exportName'))
  const item = (key: string, label: string, onChoose: () => void): MenuItem => ({ key, label, onChoose })
  const answers = (['reply', 'replyAll', 'forward'] as const).map((mode) =>
    item(mode, t(`mail:moreActions.${mode}`), () => on.answer(mode)),
  )
  const seen = first?.seen === true ? 'unseen' : 'seen'
  const flagged = first?.flagged === true ? 'unflagged' : 'flagged'
  const recall = useRecallItem(isOne ? first : undefined)
  const ofGone = [item('restore', t('mail:restore'), on.restore), item('forever', t('mail:eraseNow'), on.askForever)]
  const ofMail: readonly MenuItem[] = [
    ...(isOne ? answers : []),
    ...recall,
    { ...item('seen', t(`mail:mark.${seen}`), () => on.mark(seen)), isFirstOfKind: isOne || recall.length > 0 },
    item('flagged', t(`mail:mark.${flagged}`), () => on.mark(flagged)),
    ...(canArchive(folder) ? [{ ...item('archive', t('mail:archive'), on.archive), isFirstOfKind: true }] : []),
    ...(folder === 'archive' ? [{ ...item('unarchive', t('mail:unarchive'), on.archive), isFirstOfKind: true }] : []),
    { ...item('move', t('mail:moveTo'), on.askMove), isFirstOfKind: !canArchive(folder) && folder !== 'archive' },
    ...(folder === 'deleted' ? [] : [item('delete', t('mail:delete'), on.remove)]),
    ...(isRemovable(folder) ? [item('forever', t('mail:deleteForever'), on.askForever)] : []),
    ...(canSpare(folder) ? [item('spare', t('mail:notJunk'), () => on.move('inbox'))] : []),
    ...(canReport(folder) ? [item('report', t('mail:junk'), () => on.report('report'))] : []),
    ...more,
  ]

  return (
    <MenuList
      list={list}
      label={t('mail:rowMenu', { count: mails.length })}
      items={isRecoverable(folder) ? ofGone : ofMail}
      className="mailbox-row-menu"
      onClose={(why) => {
        onClose()
        if (why !== 'pressed' && opener.current instanceof HTMLElement) opener.current.focus()
      }}
    />
  )
}
