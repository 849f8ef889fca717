/** Where a message is written: beside the desk where there is room, else on its own page. */
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../contract/limits'
import { useRouteSpec } from '../routes/useRouteSpec'
import { useAppDispatch } from '../typed'
import { dockComposer } from './composers'

export type Write = {
  /** @param path the address of the composer's page, which says what it opens */
  readonly write: (path: string) => void
  /** The same for a link, which the browser may still open in a tab of its own. */
  readonly handleLink: (event: MouseEvent<HTMLAnchorElement>) => void
}

export function useWrite(): Write {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { frame } = useRouteSpec()
  const hasRoom = () => frame === 'desk' && !window.matchMedia(`(max-width: ${limits.breakpoints.wide}px)`).matches
  return {
    write: (path) => {
      if (!hasRoom() || !dispatch(dockComposer(path))) void navigate(path)
    },
    handleLink: (event) => {
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      const { pathname, search } = event.currentTarget
      if (isPlain && hasRoom() && dispatch(dockComposer(pathname + search))) event.preventDefault()
    },
  }
}
