export { FolderMenu } from './FolderMenu'
export { OwnFolders } from './OwnFolders'
