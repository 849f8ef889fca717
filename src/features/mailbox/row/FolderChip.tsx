/** The folder that holds a mail which is listed among those of others. */
import { useTranslation } from 'react-i18next'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { folderName } from '../folderNames'

export function FolderChip({ folder }: { folder: string }) {
  const { t } = useTranslation(['mail'])
  const folders = useAppSelector(selectFolders)
  return <bdi className="mailbox-chip mailbox-chip-folder">{folderName(folder, folders, t)}</bdi>
}
