import { useRef } from 'react'

/** For an antd dialog: once it is open, the focus goes to the first field of its body. */
export function useFirstField() {
  const body = useRef<HTMLDivElement>(null)
  const afterOpenChange = (isShown: boolean) => {
    // Who was faster than the motion stays in the field that is being typed in.
    if (!isShown || body.current?.contains(document.activeElement)) return
    body.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }
  return { body, afterOpenChange }
}
