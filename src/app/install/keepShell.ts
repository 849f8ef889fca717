/** Has the browser keep the app itself, so that the next visit opens at once and without a line. */

const workerPath = '/sw.js'
/** Where the browser cannot tell when it is at rest. */
const momentMs = 2_000

/** Once the page is at rest. A browser that cannot keep it, such as over plain http, goes on without. */
export function keepShell({ navigator, requestIdleCallback, setTimeout }: Window & typeof globalThis): void {
  if (!('serviceWorker' in navigator)) return
  const keep = () => void navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' }).catch(() => null)
  if (typeof requestIdleCallback === 'function') requestIdleCallback(keep, { timeout: momentMs })
  else setTimeout(keep, momentMs)
}
