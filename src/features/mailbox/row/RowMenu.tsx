/** What can be done to a row, or to the selection that it belongs to, in a menu beside it. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchiveIcon, DeleteForeverIcon, ForwardIcon, ReplyAllIcon, ReplyIcon } from '#src/components/icons/mailIcons'
import { type MenuItem, MenuList } from '#src/components/menu/MenuList'
import { useSetting } from '#src/store/settings/useSetting'
import type { MailCommands, MenuPosition } from '../actions/useMailCommands'
import { canArchive, canReport, canSpare, isRecoverable, isRemovable } from '../folderAbilities'
import { useMoreItems } from '../toolbar/useMoreItems'
import { useRecallItem } from './useRecallItem'

type Props = { folder: string; menu: MenuPosition; commands: MailCommands; onClose: () => void }

/** Pixels that stay free at the window's edge. */
const edge = 8

/** The icon and the letter of each command that has them (`usePageKeys`). */
const faces: Readonly<Record<string, { readonly icon: ReactNode; readonly shortcut?: string }>> = {
  reply: { icon: <ReplyIcon />, shortcut: 'R' },
  replyAll: { icon: <ReplyAllIcon />, shortcut: 'A' },
  forward: { icon: <ForwardIcon />, shortcut: 'F' },
  seen: { icon: <MailOutlined /> },
  flagged: { icon: <FlagOutlined />, shortcut: 'S' },
  archive: { icon: <ArchiveIcon />, shortcut: 'E' },
  unarchive: { icon: <InboxOutlined />, shortcut: 'E' },
  move: { icon: <FolderOutlined />, shortcut: 'V' },
  delete: { icon: <DeleteOutlined />, shortcut: '#' },
  forever: { icon: <DeleteForeverIcon /> },
  restore: { icon: <RollbackOutlined /> },
  spare: { icon: <InboxOutlined />, shortcut: '!' },
  report: { icon: <StopOutlined />, shortcut: '!' },
}

/** The letters that hold for this person. */
function useFaces(): (one: MenuItem) => MenuItem {
  const hasLetters = useSetting('shortcuts') === 'on'
  const isReplyByLetter = useSetting('answer') === 'reply'
  return (one) => {
    const { icon = null, shortcut } = faces[one.key] ?? {}
    const isPressed = hasLetters && (one.key !== 'reply' || isReplyByLetter)
    return { ...one, icon, shortcut: isPressed ? shortcut : undefined }
  }
}

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

  const faced = useFaces()
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
      items={(isRecoverable(folder) ? ofGone : ofMail).map(faced)}
      className="mailbox-row-menu"
      onClose={(why) => {
        onClose()
        if (why !== 'pressed' && opener.current instanceof HTMLElement) opener.current.focus()
      }}
    />
  )
}
