import { useLocation, useNavigate } from 'react-router-dom'
import { pathToFolder } from '#src/store/routes/pathTo'

/** Whether the page shows a folder, and how it goes along when that folder goes or is called otherwise. */
export function useFollow() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isOpen = (id: string) => pathname === pathToFolder(id) || pathname.startsWith(`${pathToFolder(id)}/`)
  return {
    isOpen,
    toInbox: () => void navigate(pathToFolder('inbox')),
    toRenamed: (renamed: readonly { readonly id: string; readonly newId: string }[]) => {
      const here = renamed.find(({ id, newId }) => id !== newId && isOpen(id))
      if (here !== undefined) void navigate(pathToFolder(here.newId), { replace: true })
    },
  }
}
