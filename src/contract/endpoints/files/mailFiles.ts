/** Files between mail and My files, copied by the gateway without going over again (BEHAVIOUR §14). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, text, withDefault, word } from '../../field'
import { sameNameWays, savedAtOnce } from '../../files/fileRules'
import { composeAttachment } from '../../shapes'

/**
 * Stores attachments of a message as files. `key` is drawn by the browser for each act: asked again with it, what is stored already is
 * stored no second time. `fileExists` is said before any is stored.
 */
export const saveAttachments = endpoint({
  method: 'POST',
  path: 'webmail/files/saveAttachments.action',
  fields: {
    id: text(200),
    parts: list(savedAtOnce, 100),
    folder: withDefault(text(100), ''),
    same: withDefault(word(sameNameWays), 'ask'),
    key: text(100),
  },
  reply: v.object({ saved: v.number() }),
  codes: [
    ...(['notFound', 'noFileSelected', 'fileExists', 'fileTooLarge'] as const),
    ...(['filesFull', 'quotaExceeded', 'diskFull'] as const),
  ],
})

/** Copies of files for a message that is being written; `attachmentsTooLarge` where they alone are more than a message carries. */
export const attachFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/attachFiles.action',
  fields: { ids: list(savedAtOnce, 100) },
  reply: v.object({ attachments: v.array(composeAttachment) }),
  codes: ['notFound', 'noFileSelected', 'attachmentsTooLarge', 'quotaExceeded', 'uploadsFull', 'diskFull'],
})
