import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Folder } from '../../contract/shapes'
import { selectFolders } from '../../store/mail/folders'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { saveFolderOrder } from './folderCommands'
import { peersOf } from './folderTree'

export type Moved = { readonly name: string; readonly position: number; readonly count: number }

/** Puts folders of one place in order: by Alt and an arrow, by a menu, or by dragging. What moved last is there to be read out. */
export function useReorder() {
  const dispatch = useAppDispatch()
  const folders = useAppSelector(selectFolders)
  const [moved, setMoved] = useState<Moved | null>(null)
  const dragged = useRef<Folder | null>(null)
  /** What had the focus when its row was moved, which takes it away. */
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (folders.length > 0 && focused.current?.isConnected === true) focused.current.focus()
    focused.current = null
  }, [folders])

  function place(folder: Folder, at: number) {
    const peers = peersOf(folders, folder)
    if (at < 0 || at >= peers.length || peers[at]?.id === folder.id) return
    const others = peers.filter(({ id }) => id !== folder.id).map(({ id }) => id)
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setMoved({ name: folder.name, position: at + 1, count: peers.length })
    void dispatch(saveFolderOrder(others.toSpliced(at, 0, folder.id)))
  }
  const positionOf = (folder: Folder) => {
    const peers = peersOf(folders, folder)
    return { at: peers.findIndex(({ id }) => id === folder.id), count: peers.length }
  }
  const step = (folder: Folder, by: 1 | -1) => place(folder, positionOf(folder).at + by)

  return {
    moved,
    step,
    positionOf,
    rowProps: (folder: Folder) => ({
      draggable: true,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // A dialog that a row has opened stands in the row.
        const isInner = event.target instanceof Element && event.target.closest('dialog')?.contains(event.currentTarget)
        if (!event.altKey || isInner !== true || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        step(folder, event.key === 'ArrowUp' ? -1 : 1)
      },
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        dragged.current = folder
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const from = dragged.current
        if (from !== null && peersOf(folders, from).some(({ id }) => id === folder.id)) event.preventDefault()
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        const from = dragged.current
        dragged.current = null
        if (from !== null) place(from, positionOf(folder).at)
      },
    }),
  }
}
