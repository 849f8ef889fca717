/** React's own beginning, apart from the app's code (`isReact` in vite.config.ts). */
import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders in turns, between which the page hears and paints. */
export function renderAt(element: Element, node: ReactNode): void {
  startTransition(() => createRoot(element).render(node))
}
