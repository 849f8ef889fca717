export { EmptyFolderBar } from './dialogs/EmptyDialog'
export { FolderMenu } from './FolderMenu'
export { OwnFolders } from './OwnFolders'
