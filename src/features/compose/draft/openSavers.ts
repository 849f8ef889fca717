/** How the words of each open composer are brought to safety at once; what holds them is no plain data, so it stands here, beside the store. */

/** Answers whether the gateway has them. */
export type SaveNow = () => Promise<boolean>

const savers = new Map<string, SaveNow>()

/** Until the answered function is called. */
export function offerSaving(key: string, save: SaveNow): () => void {
  savers.set(key, save)
  return () => {
    if (savers.get(key) === save) savers.delete(key)
  }
}

/** True where there is nothing to save. */
export function saveOpen(key: string): Promise<boolean> {
  return savers.get(key)?.() ?? Promise.resolve(true)
}

/** Those that the gateway did not take. */
export async function saveAllOpen(): Promise<readonly string[]> {
  const saved = await Promise.all([...savers].map(async ([key, save]) => ({ key, isSaved: await save() })))
  return saved.filter(({ isSaved }) => !isSaved).map(({ key }) => key)
}
