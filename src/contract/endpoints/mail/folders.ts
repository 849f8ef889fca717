/** Folders of a person's own (SPEC §2, §5; CONTRACT "Further calls"). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, list, optional, text } from '../../field'
import { limits } from '../../limits'
import { folder } from '../../shapes'

const id = () => text(200)

/** `parent` is a folder of the person's own; left out, the new one stands at the top. */
export const addFolder = endpoint({
  method: 'POST',
  path: 'webmail/folder/addFolder.action',
  fields: { name: text(200), parent: optional(id()) },
  reply: v.object({ folder }),
  codes: ['folderNameInvalid', 'folderExists', 'notFound', 'notAllowed', 'serverCannot'],
})

/** Another name, another place, or both: `parent` left out keeps the place, and empty it is the top. */
export const renameFolder = endpoint({
  method: 'POST',
  path: 'webmail/folder/renameFolder.action',
  fields: { folder: id(), name: text(200), parent: optional(id()) },
  reply: v.object({
    /** What the folder and all beneath it are called now, itself first. */
    renamed: v.array(v.object({ id: v.string(), newId: v.string() })),
    /** Names of rules that still file under the former name, because they could not be changed just now. */
    staleRules: v.array(v.string()),
  }),
  codes: ['folderNameInvalid', 'folderExists', 'notFound', 'notAllowed', 'serverCannot'],
})

/** What hangs on a folder, to be shown before it is removed. */
export const folderUses = endpoint({
  method: 'GET',
  path: 'webmail/folder/folderUses.action',
  fields: { folder: id() },
  reply: v.object({
    /** Mails in it and in all beneath it. */
    mails: v.number(),
    /** Names of the folders beneath it. */
    beneath: v.array(v.string()),
    /** Names of the rules that file into one of them; null where they cannot be looked at just now. */
    rules: v.nullable(v.array(v.string())),
  }),
  codes: ['notFound', 'notAllowed'],
})

/** Takes a folder away with all beneath it: mail goes to `target`, rules that filed there go off. */
export const removeFolder = endpoint({
  method: 'POST',
  path: 'webmail/folder/removeFolder.action',
  fields: { folder: id(), target: id() },
  reply: v.object({ removed: v.array(v.string()), moved: v.number(), rules: v.array(v.string()) }),
  codes: ['notFound', 'notAllowed'],
})

/** Deleted and Junk are emptied for good; the mail of a folder of one's own goes to Deleted. */
export const emptyFolder = endpoint({
  method: 'POST',
  path: 'webmail/folder/emptyFolder.action',
  fields: { folder: id() },
  reply: v.object({
    count: v.number(),
    /** Where the mail went; null for good. */
    target: v.nullable(v.string()),
  }),
  codes: ['notFound', 'notAllowed'],
})

/** Folders of one place in the order in which they are to stand. */
export const orderFolders = endpoint({
  method: 'POST',
  path: 'webmail/folder/orderFolders.action',
  fields: { folders: list(limits.ownFolders, 200) },
  codes: ['notFound', 'notAllowed'],
})

export const markFolder = endpoint({
  method: 'POST',
  path: 'webmail/folder/markFolder.action',
  fields: { folder: id(), pinned: optional(flag()), hidden: optional(flag()) },
  codes: ['notFound', 'notAllowed'],
})
