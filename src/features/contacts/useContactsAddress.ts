/** What the address says: the group, the typed words, the open contact, whether it is edited. */
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

type Place = {
  /** `all`, `starred`, `recent` or the id of a group. */
  readonly group: string
  readonly find: string
  readonly id: string
  /** `new`: a contact that is not there yet. */
  readonly edit: '' | 'new' | 'open'
  /** What stands in the place of a contact while none is open. */
  readonly tool: '' | 'directory' | 'duplicates' | 'collected'
}

/** Of these, what a form is left by. */
export const formKeys = ['id', 'edit'] as const

export type ContactsAddress = Place & {
  /** @param replace leaves no step of its own in the browser's history */
  readonly go: (change: Partial<Place>, replace?: boolean) => void
}

export function useContactsAddress(): ContactsAddress {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const edit = query.get('edit')
  const tool = query.get('tool')
  return {
    group: query.get('group') ?? 'all',
    find: query.get('find') ?? '',
    id: query.get('id') ?? '',
    edit: edit === 'new' || edit === 'open' ? edit : '',
    tool: tool === 'directory' || tool === 'duplicates' || tool === 'collected' ? tool : '',
    go: (change, replace = false) => {
      // Whoever has gone elsewhere while something was saved stays there.
      if (window.location.pathname !== pathname) return
      // As it is when it is pressed: a search may have changed it meanwhile.
      const next = new URLSearchParams(window.location.search)
      for (const [key, value] of Object.entries(change)) {
        if (value === '' || (key === 'group' && value === 'all')) next.delete(key)
        else next.set(key, value)
      }
      void navigate({ pathname, search: next.toString() }, { replace })
    },
  }
}
