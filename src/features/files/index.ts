/** The face of My files for mail. Fetched when it is first asked for. */
export { AttachmentSaver } from './mail/AttachmentSaver'
export { FilesPicker } from './mail/FilesPicker'
