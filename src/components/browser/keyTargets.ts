/** Where a letter is a command and where it is text. */

/** Where letters are text. */
export const textTargets =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Dialogs that are open: one of antd stays in the page when it is closed. */
export const openDialogs = 'dialog[open], .ant-modal-wrap:not([style*="display: none"])'

/** There, or where they belong to what lies on top. */
const elsewhere = `${textTargets}, dialog, [role="dialog"], [role="menu"]`

/**
 * Whether a key press belongs to an input method. Safari ends a composition before the key that
 * ends it, and gives that key the number of all keys of an input method (UI Events section 7.3.1).
 */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

/** Whether a key press is a command of the page: not while an input method composes, not with Ctrl, Alt or Command, not where letters are text. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isOfInputMethod(event)) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  // A dialog lies over the page even while nothing in it has the focus, and where a form waits for one that is still to come.
  if (document.querySelector(`${openDialogs}, form[inert]`) !== null) return false
  return !(event.target instanceof Element && event.target.closest(elsewhere) !== null)
}
