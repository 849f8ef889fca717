/** A mail's files that are not wholly at the gateway. */
import type { ComposeAttachment } from '#contract/shapes'
import { type ComposeState, type Keyed, ready, touch } from '../composeState'
import type { Upload } from './upload'

export const uploadReducers = {
  /** A change of the mail, so that this browser keeps its name from the first moment on. */
  uploadAdded(state: ComposeState, { payload }: Keyed<{ upload: Upload; now: number }>) {
    const composer = ready(state, payload.key)
    if (composer === null) return
    composer.uploads.push(payload.upload)
    // What was too large for an attachment goes otherwise.
    if (payload.upload.asLink) composer.fault = null
    touch(composer, payload.now)
  },
  uploadChanged(state: ComposeState, { payload }: Keyed<{ id: string; change: Partial<Upload> }>) {
    const upload = ready(state, payload.key)?.uploads.find(({ id }) => id === payload.id)
    if (upload !== undefined) Object.assign(upload, payload.change)
  },
  uploadRemoved(state: ComposeState, { payload }: Keyed<{ id: string; now: number }>) {
    const composer = ready(state, payload.key)
    if (composer === null) return
    composer.uploads = composer.uploads.filter(({ id }) => id !== payload.id)
    if (composer.fault?.field === 'attachments' && composer.uploads.length === 0) composer.fault = null
    touch(composer, payload.now)
  },
  uploadFinished(state: ComposeState, { payload }: Keyed<{ id: string; attachment: ComposeAttachment; now: number }>) {
    const composer = ready(state, payload.key)
    if (composer === null) return
    composer.uploads = composer.uploads.filter(({ id }) => id !== payload.id)
    const { cid, ...file } = payload.attachment
    // Plain text shows no picture: it goes as a file.
    composer.content.attachments.push(cid === undefined || composer.content.plain ? file : { ...file, cid })
    if (composer.fault?.field === 'attachments' && composer.uploads.length === 0) composer.fault = null
    touch(composer, payload.now)
  },
}
