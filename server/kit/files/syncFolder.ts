/** Makes a folder's entries safe on the disk: a file whose bytes are there is lost all the same when its name is not. */
import { open } from 'node:fs/promises'

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
