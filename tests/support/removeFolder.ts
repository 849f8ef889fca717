/** Removal of a test's own folder: a process or worker that is ending may still write into it. */
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'

const patient = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const

/** Never rejects: a file that is left behind says nothing about the product. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, patient).catch(tellLeft)
}

/** The same for hooks that cannot wait. */
export function removeFolderNow(path: string): void {
  try {
    rmSync(path, patient)
  } catch (error) {
    tellLeft(error)
  }
}

function tellLeft(error: unknown): void {
  console.warn(`left behind: ${error instanceof Error ? error.message : error}`)
}
