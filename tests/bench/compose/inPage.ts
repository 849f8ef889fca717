/** What runs within the page while keys are pressed. */

export type KeyTaken = { readonly ms: number }

declare global {
  var epKeys: KeyTaken[] | undefined
}

/** From now on every key is timed, from its press to the painted frame that follows what came of it. */
export function watchKeys(): void {
  const taken: KeyTaken[] = []
  globalThis.epKeys = taken
  addEventListener(
    'keydown',
    (event) => {
      if (globalThis.epKeys !== taken) return
      const start = event.timeStamp
      const channel = new MessageChannel()
      // A message posted within a frame's callback comes when that frame has been painted.
      channel.port1.onmessage = () => taken.push({ ms: performance.now() - start })
      requestAnimationFrame(() => channel.port2.postMessage(null))
    },
    true,
  )
}

export function keysTaken(): readonly KeyTaken[] {
  return globalThis.epKeys ?? []
}

/** Lets two frames pass, and answers how long that took. */
export async function frames(): Promise<number> {
  const start = performance.now()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return performance.now() - start
}

/** In place of the app: an editable element that holds the same and knows nothing else, with the caret at its start. */
export function layBeside(selector: string): void {
  const held = [...(document.querySelector(selector)?.childNodes ?? [])]
  const bare = document.createElement('div')
  bare.contentEditable = 'true'
  bare.append(...held.map((node) => node.cloneNode(true)))
  document.body.replaceChildren(bare)
  bare.focus()
  getSelection()?.setPosition(bare, 0)
}
