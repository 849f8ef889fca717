/** What the tabs of one browser tell each other of the session that they share. */
import * as v from 'valibot'

const words = v.object({
  /** `lost`: it is to be looked at anew. `left`: the person signed out, or gave it up where it was asked for again. */
  event: v.picklist(['lost', 'left']),
  username: v.string(),
})
export type TabWord = v.InferOutput<typeof words>

/** Hears the others, never itself; `close` when nobody listens any more. */
export function openTabs(onWord: (word: TabWord) => void) {
  const channel = new BroadcastChannel('ep_session')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const word = v.safeParse(words, data)
    if (word.success) onWord(word.output)
  }
  return { tell: (word: TabWord) => channel.postMessage(word), close: () => channel.close() }
}
