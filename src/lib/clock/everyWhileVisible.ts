/** Does something again and again, but not while the page is hidden; answers how to stop. Milliseconds. */
export function everyWhileVisible(pause: number, task: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') task()
  }, pause)
  return () => clearInterval(timer)
}
