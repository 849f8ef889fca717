/** Rules as a file that other programs read and write. Folders are named by their paths. */
import type { Rule } from '../core/rules/rules'

export type ReadRuleFile = {
  readonly rules: readonly Rule[]
  /** What is no rule of ours: its first line, and what it begins with. */
  readonly foreign: readonly { readonly line: number; readonly command: string }[]
}

export type RuleFileFormat = {
  readonly write: (rules: readonly Rule[]) => string
  /** Throws `Refusal('badField')` for the field `script` with the line where it is no such file. */
  readonly read: (script: string) => ReadRuleFile
}
