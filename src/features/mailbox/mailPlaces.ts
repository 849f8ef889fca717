/** What may be done to mail, by the folder that it lies in. */
const ownMail: readonly string[] = ['sent', 'draft', 'scheduled', 'outbox']
const removable: readonly string[] = ['deleted', 'junk', 'draft', 'search']

/** Deleted for good from folders of unwanted or unsent mail, and from what was found, which may lie in them. */
export function isRemovable(folder: string): boolean {
  return removable.includes(folder)
}

/** Where the sender is the person. */
export function isOwnMail(folder: string): boolean {
  return ownMail.includes(folder)
}

/** What others have written can be reported; what the person wrote cannot. */
export function canReport(folder: string): boolean {
  return folder !== 'junk' && !ownMail.includes(folder)
}

export function canSpare(folder: string): boolean {
  return folder === 'junk'
}
