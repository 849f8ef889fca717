/** Files dragged over a form: it shows that it takes them, and takes them. */
import { type DragEvent, useState } from 'react'

export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false)
        // The text has taken it where it takes pictures.
        if (event.dataTransfer.files.length === 0 || event.defaultPrevented) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
