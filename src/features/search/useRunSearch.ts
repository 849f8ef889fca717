/** Goes to the results of a question, with its folder under the id that the gateway knows. */
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { anywhere } from '../../contract/endpoints/mail/mail'
import { type Folder, folderViews, systemFolders } from '../../contract/shapes'
import { selectFolders } from '../../store/mail/folders'
import { pathTo } from '../../store/routes/pathTo'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { noteRecent } from './box/recentSearches'
import { searchParams } from './searchFind'
import { formatQuery, type SearchQuery } from './searchQuery'
import { advancedClosed } from './searchSlice'

const named: readonly string[] = [...systemFolders, ...folderViews, anywhere]

/** A folder as a person may call it: by its id, its own name, or what it is called in their language. */
export function folderIdOf(typed: string, folders: readonly Folder[], nameOf: (id: string) => string): string {
  const wanted = typed.toLowerCase()
  const own = folders.find(({ id, name }) => id === typed || (!named.includes(id) && name.toLowerCase() === wanted))
  return own?.id ?? named.find((id) => id === wanted || nameOf(id).toLowerCase() === wanted) ?? typed
}

/** What a folder is called within a text: the person's own by its name. */
export function folderTextOf(id: string, folders: readonly Folder[]): string {
  return named.includes(id) ? id : (folders.find((folder) => folder.id === id)?.name ?? id)
}

export function useRunSearch() {
  const { t } = useTranslation('search')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const folders = useAppSelector(selectFolders)
  return (asked: SearchQuery) => {
    const folder = asked.folder === '' ? '' : folderIdOf(asked.folder, folders, (id) => t(`folder.${id}`))
    const query = { ...asked, folder }
    dispatch(noteRecent(formatQuery(query, folderTextOf(folder, folders))))
    dispatch(advancedClosed())
    void navigate(pathTo('searchResult', {}, searchParams(query)))
  }
}
