/** What can be said of a file before any of it is sent; the gateway looks into it. */
import type { RefusalCode } from '../../contract/codes'
import { limits } from '../../contract/limits'

/** What the browser's own dialog offers first. */
export const acceptedFiles = '.eml,.mbox,.mbx,.zip,message/rfc822,application/mbox,application/zip'

const isMany = (name: string) => /\.(zip|mbox|mbx)$/i.test(name)

/** Why it would be refused, or null. */
export function importFileFault({ name, size }: Pick<File, 'name' | 'size'>): RefusalCode | null {
  if (size === 0) return 'notMail'
  if (size > limits.importedFileBytes) return 'tooLarge'
  return /\.eml$/i.test(name) && !isMany(name) && size > limits.messageBytes ? 'tooLarge' : null
}
