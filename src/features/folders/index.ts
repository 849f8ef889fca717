export { FolderMenu } from './components/FolderMenu'
export { OwnFolders } from './components/OwnFolders'
