/** What the dialogs in the tabs of one browser tell each other: they bind one phone to one mailbox, which has one code at a time. */
import { useCallback, useEffect, useRef } from 'react'
import * as v from 'valibot'
import { selectUsername } from '../../store/session/session'
import { useAppSelector } from '../../store/typed'

const words = v.object({
  username: v.string(),
  /** `asked`: the code of this phone stands, and no other. `bound`: there is nothing left to do. `later`: the person wants none of it now. */
  event: v.picklist(['asked', 'bound', 'later']),
  phone: v.string(),
})
export type PhoneEvent = v.InferOutput<typeof words>['event']

/** Hears the tabs of the same person, never its own; answers how to tell them. */
export function usePhoneTabs(onEvent: (event: PhoneEvent, phone: string) => void) {
  const username = useAppSelector(selectUsername)
  const channel = useRef<BroadcastChannel | null>(null)
  const heard = useRef(onEvent)
  useEffect(() => {
    heard.current = onEvent
  })
  useEffect(() => {
    const opened = new BroadcastChannel('ep_phone')
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      const word = v.safeParse(words, data)
      if (word.success && word.output.username === username) heard.current(word.output.event, word.output.phone)
    }
    channel.current = opened
    return () => {
      channel.current = null
      opened.close()
    }
  }, [username])
  return useCallback(
    (event: PhoneEvent, phone: string) => channel.current?.postMessage({ username, event, phone }),
    [username],
  )
}
