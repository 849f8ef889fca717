/** Marks what is under way in a tab, so that another does not offer it as if it were left behind. */

const prefix = 'ep_composer:'

/** Held until the answered function is called, or the tab dies. Where the browser has no locks (plain http), nothing is marked. */
export function markOpen(key: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void locks()?.request(prefix + key, () => released)
  return () => release()
}

/** The keys of composers open in any tab; none where the browser does not say. */
export async function openKeys(): Promise<ReadonlySet<string>> {
  const asked = locks()
    ?.query()
    .catch(() => null)
  const held = (await asked)?.held ?? []
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}
