/** Which files of a message are listed, and under what name: little work for any thread. */
import type { Attachment } from '../../core/mail'
import { safeText } from '../header/headerText'
import { mimeLimits } from '../mimeLimits'
import { nameOfUnnamed, safeFileName, withDistinctNames } from './attachmentName'

/** Those of a message's files that are listed: what its text shows is none of them. */
export const listedFiles = (files: readonly Attachment[]): readonly Attachment[] =>
  files.filter(({ inline }) => !inline).slice(0, mimeLimits.indexedFiles)

/** Of two names the readable one: some programs write `?` or `_` for each letter beyond ASCII. */
export function readableName(given: string | undefined, name = ''): string {
  const fileName = given ?? name
  return unescaped(hasLostLetters(fileName) && name !== '' && !hasLostLetters(name) ? name : fileName)
}

/** Some programs write a name as URLs do; percent signs that hide no letter are its own. */
function unescaped(name: string): string {
  if (!/^[ -~]*$/.test(name) || !/%[0-9a-f]{2}/i.test(name)) return name
  try {
    const letters = decodeURIComponent(name)
    return /[^\p{ASCII}]/u.test(letters) ? letters : name
  } catch {
    return name
  }
}

const hasLostLetters = (name: string): boolean => /[?\ufffd]/.test(name) || /^[\s_-]*(?:\.\w{1,10})?$/.test(name)

/** A part as a server describes it, its texts decoded. */
export type DescribedPart = Pick<Attachment, 'part' | 'type' | 'size' | 'inline'> & {
  readonly name: string
  /** Of a message within. */
  readonly subject: string
}

/** Characters of a name that are looked at. */
const nameMost = 4_000

/** The files among parts that a server has described; a message's own text is none of them. */
export function filesOfParts(parts: readonly DescribedPart[]): readonly Attachment[] {
  const files = parts.slice(0, mimeLimits.parts).map(({ name: given, subject, type: said, ...part }): Attachment => {
    const type = /^[^\s/\p{Cc}]+\/[^\s/\p{Cc}]+$/u.test(said) ? said.slice(0, 200) : 'application/octet-stream'
    const name = safeFileName(given.slice(0, nameMost))
    if (name !== '') return { ...part, type, name }
    return { ...part, type, name: nameOfUnnamed(type, safeText(subject.slice(0, nameMost))), unnamed: true }
  })
  return listedFiles(withDistinctNames(files))
}
