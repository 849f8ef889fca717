/** My files: listed, named, put elsewhere, deleted and given back (BEHAVIOUR §14). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, list, text, whole, withDefault, word } from '../../field'
import { fileEntry, fileLimits, fileSorts, sameNameWays } from '../../files/fileRules'

const id = () => text(100)
const ids = () => list(fileLimits.named, 100)

/**
 * A page of a folder, of all that a typed name means, or of the trash, the last deleted first.
 * `cursor` is the `next` of the page before, empty at first; `next` is empty at the end.
 * `path` leads to the folder, the outermost first.
 */
export const listFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/listFiles.action',
  fields: {
    /** Id of a folder; empty is the top. */
    folder: withDefault(id(), ''),
    typed: withDefault(text(320), ''),
    trash: withDefault(flag(), false),
    /** Leaves files out, for who chooses a folder. */
    onlyFolders: withDefault(flag(), false),
    sort: withDefault(word(fileSorts), 'name'),
    order: withDefault(word(['asc', 'desc']), 'asc'),
    cursor: withDefault(text(2_000), ''),
    size: withDefault(whole(1, fileLimits.pageRows), fileLimits.pageRowsAsked),
  },
  reply: v.object({
    entries: v.array(fileEntry),
    next: v.string(),
    total: v.number(),
    path: v.array(v.object({ id: v.string(), name: v.string() })),
  }),
  codes: ['notFound'],
})

/** `fileExists` carries `existing`, the id of what bears the name, and `isFolder`. */
export const addFileFolder = endpoint({
  method: 'POST',
  path: 'webmail/files/addFolder.action',
  fields: { folder: withDefault(id(), ''), name: text(1_000) },
  reply: v.object({ entry: fileEntry }),
  codes: ['notFound', 'fileNameInvalid', 'fileExists', 'filesFull', 'foldersTooDeep'],
})

/** Refused with `fileChanged` where the entry is of another version than the one that was read. */
export const renameFile = endpoint({
  method: 'POST',
  path: 'webmail/files/rename.action',
  fields: { id: id(), version: whole(0, Number.MAX_SAFE_INTEGER), name: text(1_000) },
  reply: v.object({ entry: fileEntry }),
  codes: ['notFound', 'fileNameInvalid', 'fileExists', 'fileChanged'],
})

/** All of them, or none where one is refused; those that are gone are left out. */
export const moveFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/move.action',
  fields: { ids: ids(), folder: withDefault(id(), ''), same: withDefault(word(sameNameWays), 'ask') },
  reply: v.object({ moved: v.number() }),
  codes: ['notFound', 'noFileSelected', 'fileExists', 'filesFull', 'foldersTooDeep', 'folderIntoItself'],
})

/** Copies of the same name get a number. */
export const copyFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/copy.action',
  fields: { ids: ids(), folder: withDefault(id(), '') },
  reply: v.object({ copied: v.number() }),
  codes: ['notFound', 'noFileSelected', 'filesFull', 'foldersTooDeep', 'folderIntoItself', 'quotaExceeded'],
})

/** Puts them into the trash; `ids` are those that `restoreFiles` gives back. */
export const trashFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/trash.action',
  fields: { ids: ids() },
  reply: v.object({ ids: v.array(v.string()) }),
  codes: ['notFound', 'noFileSelected'],
})

/** To where they were, else to the top; a name that was taken meanwhile gets a number. */
export const restoreFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/restore.action',
  fields: { ids: ids() },
  reply: v.object({ restored: v.number() }),
  codes: ['notFound', 'noFileSelected', 'filesFull'],
})

/** Deletes for good what lies in the trash: what is named, or all of it. */
export const removeFiles = endpoint({
  method: 'POST',
  path: 'webmail/files/remove.action',
  fields: { ids: ids(), all: withDefault(flag(), false) },
  reply: v.object({ removed: v.number() }),
  codes: ['notFound', 'noFileSelected'],
})
