/** Rows by the pointer: swept, held, dragged onto a folder, and asked for their menu. */
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MailSummary } from '#contract/shapes'
import { selectFolders } from '#src/store/mail/folders'
import { pathToFolder } from '#src/store/routes/pathTo'
import { useAppStore } from '#src/store/typed'
import type { MailCommands } from '../actions/useMailCommands'
import { moveTargets } from '../folderNames'
import type { ListQuery } from '../listData/listQuery'
import { selectSelectedRows } from '../mailboxSelectors'
import { useRowTouch } from './useRowTouch'

type Page = { query: ListQuery; rows: readonly MailSummary[]; onHold: (mail: MailSummary) => void }

/** Set on the folder that a drop would mean; the style sheet shows it. */
const dropMark = 'data-mail-drop'

export function useRowPointing(commands: MailCommands, { query, rows, onHold }: Page): void {
  const store = useAppStore()
  const dragged = useRef<readonly MailSummary[] | null>(null)

  function rowAt(target: EventTarget | null): { row: Element; mail: MailSummary } | null {
    const row = target instanceof Element ? target.closest('.mailbox-grid [aria-rowindex]') : null
    const mail = rows[Number(row?.getAttribute('aria-rowindex') ?? 0) - (query.page - 1) * query.pageSize - 1]
    return row === null || mail === undefined ? null : { row, mail }
  }

  useRowTouch(commands, query.folder, rowAt, onHold)

  /** A row of the selection stands for all of it. */
  function meantBy(mail: MailSummary): readonly MailSummary[] {
    const selected = selectSelectedRows(store.getState())
    return selected.some(({ id }) => id === mail.id) ? selected : [mail]
  }

  function folderAt(target: EventTarget | null): { link: HTMLAnchorElement; folder: string } | null {
    const link = target instanceof Element ? target.closest('nav a') : null
    if (!(link instanceof HTMLAnchorElement)) return null
    const targets = moveTargets(selectFolders(store.getState()), query.folder)
    const folder = targets.find(({ id }) => pathToFolder(id) === link.pathname)
    return folder === undefined ? null : { link, folder: folder.id }
  }

  function unmark() {
    for (const link of document.querySelectorAll(`[${dropMark}]`)) link.removeAttribute(dropMark)
  }

  const handleMenu = useEffectEvent((event: MouseEvent) => {
    const at = rowAt(event.target)
    if (at === null) return
    event.preventDefault()
    const { left, bottom } = at.row.getBoundingClientRect()
    // Asked for by a key, the menu has no place of its own.
    const isByKey = event.clientX === 0 && event.clientY === 0
    commands.openMenu(meantBy(at.mail), isByKey ? { x: left + 40, y: bottom } : { x: event.clientX, y: event.clientY })
  })
  const handleStart = useEffectEvent((event: DragEvent) => {
    const at = rowAt(event.target)
    if (at === null || event.dataTransfer === null) return
    dragged.current = meantBy(at.mail)
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', dragged.current.map(({ subject }) => subject).join('\n'))
  })
  const handleOver = useEffectEvent((event: DragEvent) => {
    if (dragged.current === null) return
    const at = folderAt(event.target)
    if (at?.link.hasAttribute(dropMark) !== true) unmark()
    if (at === null) return
    at.link.setAttribute(dropMark, '')
    event.preventDefault()
  })
  const handleDrop = useEffectEvent((event: DragEvent) => {
    const mails = dragged.current
    const at = folderAt(event.target)
    dragged.current = null
    unmark()
    if (mails === null || at === null) return
    event.preventDefault()
    commands.commandsOn(() => mails).move(at.folder)
  })
  const handleEnd = useEffectEvent(() => {
    dragged.current = null
    unmark()
  })

  useEffect(() => {
    const menu = (event: MouseEvent) => handleMenu(event)
    const start = (event: DragEvent) => handleStart(event)
    const over = (event: DragEvent) => handleOver(event)
    const drop = (event: DragEvent) => handleDrop(event)
    const end = () => handleEnd()
    document.addEventListener('contextmenu', menu)
    document.addEventListener('dragstart', start)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    document.addEventListener('dragend', end)
    return () => {
      document.removeEventListener('contextmenu', menu)
      document.removeEventListener('dragstart', start)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragend', end)
    }
  }, [])
}
