/** Whoever listens to the window in a test stops with it: a router never does by itself, and would answer the steps of the next one. */
type Listening = Parameters<typeof window.removeEventListener>

let begun: Listening[] = []
const listen = window.addEventListener.bind(window)

window.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
  begun.push([type, listener, options])
  listen(type, listener, options)
}

/** What was begun before, as by a module when it was loaded, goes on. */
export function startListening(): void {
  begun = []
}

export function stopListening(): void {
  for (const one of begun) window.removeEventListener(...one)
  begun = []
}
