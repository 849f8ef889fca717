/** System folders by what holds for the mail in them, where several parts ask. */
import type { SystemFolder } from '../shapes'

/** What is not wanted: outside of searches and conversations, and emptied for good. */
export const discardedFolders = ['deleted', 'junk'] as const satisfies readonly SystemFolder[]
/** What the person writes: nothing is moved there, and nobody else is its sender. */
export const writtenFolders = ['sent', 'draft'] as const satisfies readonly SystemFolder[]
/** Out of these a message is deleted for good. */
export const removableFolders = [...discardedFolders, 'draft'] as const satisfies readonly SystemFolder[]
