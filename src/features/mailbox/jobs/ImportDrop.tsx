/** Files of mails that are dropped on the open list, or on a folder of the sidebar, are offered to be imported there. */
import { useEffect, useEffectEvent, useState } from 'react'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { selectFolders } from '#src/store/mail/folders'
import { pathToFolder } from '#src/store/routes/pathTo'
import { useAppSelector, useAppStore } from '#src/store/typed'
import { takesImports } from '../folderAbilities'

const ImportDialog = lazyDialog(async () => (await import('../../transfer')).ImportDialog)

type Dropped = { readonly folder: string; readonly files: readonly File[] }

/** Set on what a drop would mean; the style sheet shows it. */
const dropMark = 'data-mail-drop'

export function ImportDrop({ folder }: { folder: string | undefined }) {
  const store = useAppStore()
  const canImport = useAppSelector((state) => takesImports(selectFolders(state), folder))
  const [dropped, setDropped] = useState<Dropped | null>(null)

  function placeOf(event: DragEvent): { element: Element; folder: string } | null {
    const { target } = event
    if (!(target instanceof Element) || event.dataTransfer?.types.includes('Files') !== true) return null
    const list = target.closest('.mailbox-list')
    if (list !== null) return canImport && folder !== undefined ? { element: list, folder } : null
    const link = target.closest('nav a')
    if (!(link instanceof HTMLAnchorElement)) return null
    const folders = selectFolders(store.getState())
    const found = folders.find(({ id }) => pathToFolder(id) === link.pathname && takesImports(folders, id))
    return found === undefined ? null : { element: link, folder: found.id }
  }

  function unmark() {
    for (const marked of document.querySelectorAll(`[${dropMark}]`)) marked.removeAttribute(dropMark)
  }

  const handleOver = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    const place = placeOf(event)
    if (place?.element.hasAttribute(dropMark) !== true) unmark()
    if (place === null) {
      // Beside every place that takes files, a drop would make the browser leave the page for the file.
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none'
      event.preventDefault()
      return
    }
    place.element.setAttribute(dropMark, '')
    event.dataTransfer.dropEffect = 'copy'
    event.preventDefault()
  })
  const handleDrop = useEffectEvent((event: DragEvent) => {
    const place = placeOf(event)
    if (place === null) return
    unmark()
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) setDropped({ folder: place.folder, files })
  })
  const handleLeave = useEffectEvent((event: DragEvent) => {
    // Out of the window.
    if (event.relatedTarget === null) unmark()
  })

  useEffect(() => {
    const over = (event: DragEvent) => handleOver(event)
    const drop = (event: DragEvent) => handleDrop(event)
    const leave = (event: DragEvent) => handleLeave(event)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    document.addEventListener('dragleave', leave)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragleave', leave)
    }
  }, [])

  if (dropped === null) return null
  return <ImportDialog folder={dropped.folder} files={dropped.files} onClose={() => setDropped(null)} />
}
