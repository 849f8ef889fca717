import { useTranslation } from 'react-i18next'
import type { Folder } from '../../contract/shapes'
import { isOwn } from '../../store/mail/foldersInOrder'

/** A system folder's name in the person's language; a folder of their own carries its name. */
export function useFolderName(): (folder: Pick<Folder, 'id' | 'name'>) => string {
  const { t } = useTranslation('layout')
  return ({ id, name }) => (isOwn(id) ? name : t(`folders.${id}`))
}
