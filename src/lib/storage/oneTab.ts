/** What only one tab of this browser does at a time. Where it has no locks (plain http) all of them do it, and the gateway sees to the rest. */

/** Waits until no other tab does `work` of this name, then does it. */
export async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = 'locks' in navigator ? navigator.locks : undefined
  return locks === undefined ? work() : locks.request(`ep_${name}`, work)
}
