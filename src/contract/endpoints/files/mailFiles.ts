/** Files between mail and My files, copied by the gateway (BEHAVIOUR §14). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, text, withDefault, word } from '../../field'
import { sameNameWays, savedAtOnce } from '../../files/fileRules'
import { composeAttachment } from '../../shapes'

/** Stores attachments as files, by `key` none twice. A refusal half way carries `saved`. */
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

/** Copies of files for a message that is being written, as uploads that are whole. */
export const attachStoredFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/attachFiles.action',
  fields: { ids: list(savedAtOnce, 100) },
  reply: v.object({ attachments: v.array(composeAttachment) }),
  codes: ['notFound', 'noFileSelected', 'attachmentsTooLarge', 'quotaExceeded', 'uploadsFull', 'diskFull'],
})
