/** Resolves when the browser has nothing more urgent to do; a browser that cannot tell is given a moment. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, momentMs)
  })
}

const momentMs = 50
