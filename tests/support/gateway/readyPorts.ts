/** What a balancer knows of the gateways behind it: which of them said a moment ago that they are ready. */

export type ReadyPorts = {
  readonly now: () => readonly number[]
  readonly close: () => Promise<void>
}

const everyMs = 50

export async function openReadyPorts(ports: readonly number[]): Promise<ReadyPorts> {
  const ready = new Set<number>()
  const over = new AbortController()
  async function ask(port: number): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: over.signal }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) ready.add(port)
    else ready.delete(port)
  }
  async function watch(port: number): Promise<void> {
    while (!over.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      await ask(port)
    }
  }
  await Promise.all(ports.map(ask))
  const watching = Promise.all(ports.map(watch))
  return {
    now: () => ports.filter((port) => ready.has(port)),
    close: async () => {
      over.abort()
      await watching
    },
  }
}
