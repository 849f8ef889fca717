import { useState } from 'react'
import { useServices } from '../../store/servicesContext'

const item = 'closedFolders'

/** Which branches of the tree are closed, remembered in this browser until the person exits. */
export function useClosedBranches() {
  const { stored } = useServices()
  const [closed, setClosed] = useState(() => {
    const kept = stored.get(item)
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : []
  })
  function toggle(id: string) {
    const next = closed.includes(id) ? closed.filter((one) => one !== id) : [...closed, id]
    stored.set(item, next)
    setClosed(next)
  }
  return { isClosed: (id: string) => closed.includes(id), toggle }
}
