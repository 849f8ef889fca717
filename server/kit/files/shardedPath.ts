import { join } from 'node:path'

/** Where a file lies whose name was drawn at random: folders by its first two signs hold a share of them each. */
export const shardedPath = (folder: string, name: string): string => join(folder, name.slice(0, 2), name)
