/** Reads an entry that answers events: by `fetch`, since an `EventSource` can send no Authorization header. */
import type { Endpoint } from '../../contract/endpoint'

export type EventHandlers = {
  readonly onOpen: () => void
  /** An event by its name. */
  readonly onEvent: (name: string) => void
  /** `refused`: asking again is of no use; `sessionLost`: likewise, and the session is over; `cut`: the line, the gateway or its patience has ended. */
  readonly onEnd: (why: 'refused' | 'sessionLost' | 'cut') => void
}

/** Opens a stream; answers how to leave it, after which nothing is told any more. */
export type Listen = (entry: Endpoint, handlers: EventHandlers) => () => void

export type StreamConfig = {
  readonly baseUrl: string
  readonly getToken: () => string | null
  readonly getOrganization: () => string | null
  readonly fetch: typeof fetch
}

/** Milliseconds without a sign of life after which a line counts as dead: two beats of the gateway and a little. */
const silenceMs = 60_000

export function makeListen({ baseUrl, getToken, getOrganization, fetch }: StreamConfig): Listen {
  const root = baseUrl.replace(/\/+$/, '')
  return (entry, { onOpen, onEvent, onEnd }) => {
    let isLeft = false
    let reader: ReadableStreamDefaultReader<string> | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    function end(why: Parameters<EventHandlers['onEnd']>[0]) {
      if (isLeft) return
      leave()
      onEnd(why)
    }
    function leave() {
      isLeft = true
      clearTimeout(timer)
      void reader?.cancel().catch(() => undefined)
    }
    function wait() {
      clearTimeout(timer)
      timer = setTimeout(() => end('cut'), silenceMs)
    }

    async function read(): Promise<void> {
      const token = getToken()
      const organization = getOrganization()
      const answer = await fetch(`${root}/${entry.path}`, {
        credentials: 'include',
        cache: 'no-store',
        headers: {
          ...(token === null ? {} : { Authorization: token }),
          ...(organization === null ? {} : { Organization: organization }),
        },
      })
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!answer.ok || !isStream || answer.body === null) {
        void answer.body?.cancel().catch(() => undefined)
        return end(answer.status === 403 ? 'sessionLost' : answer.status >= 429 ? 'cut' : 'refused')
      }
      reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      if (isLeft) return void reader.cancel().catch(() => undefined)
      wait()
      onOpen()
      let rest = ''
      while (!isLeft) {
        const { done, value } = await reader.read()
        if (done) return end('cut')
        wait()
        const events = (rest + value).split('\n\n')
        rest = events.pop() ?? ''
        for (const name of events.map(nameOf)) if (name !== null && !isLeft) onEvent(name)
      }
    }

    wait()
    read().catch(() => end('cut'))
    return leave
  }
}

/** Null for a sign of life. */
function nameOf(event: string): string | null {
  return /^event: ?(.*)$/m.exec(event)?.[1] ?? null
}
