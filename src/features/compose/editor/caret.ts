/** Where in a text something is to stand, and which picture is meant. */
import type Squire from 'squire-rte'

/** Null outside of `root`. */
export function caretAt(x: number, y: number, root: HTMLElement): Range | null {
  // Older browsers know the second way alone.
  const position = document.caretPositionFromPoint?.(x, y) ?? null
  const range = position === null ? (document.caretRangeFromPoint?.(x, y) ?? null) : document.createRange()
  if (position !== null) range?.setStart(position.offsetNode, position.offset)
  range?.collapse(true)
  return range !== null && root.contains(range.startContainer) ? range : null
}

/** The one picture that is selected, or that stands right before the caret. */
export function chosenPicture(editor: Squire): HTMLImageElement | null {
  const range = editor.getSelection()
  const pictures = [...editor.getRoot().querySelectorAll('img')]
  if (!range.collapsed) {
    const within = pictures.filter((picture) => range.intersectsNode(picture))
    return within.length === 1 && range.toString().trim() === '' ? (within[0] ?? null) : null
  }
  const before = range.startContainer.childNodes[range.startOffset - 1]
  return pictures.find((picture) => picture === before) ?? null
}

/** A pressed picture is selected, so that it can be described or removed. */
export function selectPicture(editor: Squire, target: EventTarget): void {
  if (!(target instanceof HTMLImageElement)) return
  const range = document.createRange()
  range.selectNode(target)
  editor.setSelection(range)
}
