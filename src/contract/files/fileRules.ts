/** My files: how many, how deep, how named (BEHAVIOUR §14). Client and gateway share the checks. */
import * as v from 'valibot'
import type { RefusalCode } from '../codes'
import { holdsControl } from '../rules'

const day = 24 * 60 * 60 * 1_000

export const fileLimits = {
  /** Files and folders of one account, those in the trash among them. */
  entries: 20_000,
  /** Files and folders that lie directly in one folder. */
  entriesPerFolder: 5_000,
  /** Folders that stand in one another, the outermost counted. */
  depth: 10,
  /** Bytes of a name in UTF-8. */
  nameBytes: 255,
  /** Rows of a page at the most, and when nothing is asked. */
  pageRows: 200,
  pageRowsAsked: 100,
  /** Files and folders that one request names, and those that a link to an archive names. */
  named: 1_000,
  zipped: 100,
  /** Milliseconds that the trash keeps what was deleted. */
  trashMs: 30 * day,
  /** Bytes of a text that are shown in place. */
  textBytes: 256 * 1024,
} as const

/** Files that go between mail and My files by one request. */
export const savedAtOnce = 100

/** A file or a folder of a person's own. */
export const fileEntry = /* @__PURE__ */ v.object({
  id: v.string(),
  /** Id of the folder that it lies in; empty at the top. */
  parent: v.string(),
  name: v.string(),
  isFolder: v.boolean(),
  /** Bytes; 0 for a folder. */
  size: v.number(),
  /** What its bytes are, whatever its name says; empty for a folder. */
  type: v.string(),
  /** Epoch milliseconds. */
  changedAt: v.number(),
  /** Another one after each change of its name. */
  version: v.number(),
  /** Of what lies in the trash: when it goes for ever. */
  goesAt: v.optional(v.number()),
})
export type FileEntry = v.InferOutput<typeof fileEntry>

/** By what a list is sorted; folders always stand first. */
export const fileSorts = ['name', 'date', 'size', 'kind'] as const
export type FileSort = (typeof fileSorts)[number]

/** Where another has the name: that is asked first, it gets a number, or the other is deleted. */
export const sameNameWays = ['ask', 'number', 'replace'] as const
export type SameNameWay = (typeof sameNameWays)[number]

/** Signs that turn the direction of writing, and half pairs (TRUST S10, S31). */
const misleading = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u

/** A name as it is stored: composed, without spaces around it. */
export const fileName = (name: string): string => name.normalize('NFC').trim()

/** Of a name that `fileName` made. */
export function checkFileName(name: string): RefusalCode | null {
  if (name === '' || name === '.' || name === '..' || /[/\\]/.test(name)) return 'fileNameInvalid'
  if (holdsControl(name) || misleading.test(name)) return 'fileNameInvalid'
  return new TextEncoder().encode(name).length > fileLimits.nameBytes ? 'fileNameInvalid' : null
}
