/** What the address says: the folder or the trash, what is looked for, and the order. */
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type FileSort, fileSorts } from '#contract/files/fileRules'

type Place = {
  /** Id of a folder; empty at the top. */
  readonly folder: string
  readonly find: string
  readonly view: '' | 'trash'
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

export type FilesAddress = Place & {
  /** @param replace leaves no step of its own in the browser's history */
  readonly go: (change: Partial<Place>, replace?: boolean) => void
}

/** What the address leaves out. */
const usual: Readonly<Record<string, string>> = { sort: 'name', order: 'asc' }

export function useFilesAddress(): FilesAddress {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return {
    folder: query.get('folder') ?? '',
    find: query.get('find') ?? '',
    view: query.get('view') === 'trash' ? 'trash' : '',
    sort: fileSorts.find((sort) => sort === query.get('sort')) ?? 'name',
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    go: (change, replace = false) => {
      // Whoever has gone elsewhere while something was saved stays there.
      if (window.location.pathname !== pathname) return
      const next = new URLSearchParams(window.location.search)
      for (const [key, value] of Object.entries(change)) {
        if (value === '' || value === usual[key]) next.delete(key)
        else next.set(key, value)
      }
      void navigate({ pathname, search: next.toString() }, { replace })
    },
  }
}
