import { join } from 'node:path'

/** Where a file lies whose name was drawn at random: in a folder by its first two signs. */
export const shardedPath = (folder: string, name: string): string => join(folder, name.slice(0, 2), name)
