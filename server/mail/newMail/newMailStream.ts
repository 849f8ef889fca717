/** One open stream of events: what its reader has not taken yet is at most one beat and one word of an arrival. */
import { Readable } from 'node:stream'
import { arrivalEvent } from '#contract/endpoints/mail/newMail'

export type NewMailStream = {
  readonly body: Readable
  readonly tell: () => void
  /** Shows both sides that the line is alive; false where the reader has taken nothing since the last one. */
  readonly beat: () => boolean
  readonly end: () => void
}

const word = `event: ${arrivalEvent}\ndata:\n\n`
const breath = ':\n\n'

export function makeNewMailStream(onClosed: () => void): NewMailStream {
  /** Whether the reader asks for more. */
  let wants = true
  let owes = false
  const push = (text: string) => {
    wants = body.push(text)
  }
  const body = new Readable({
    // One byte: whatever waits is enough.
    highWaterMark: 1,
    read: () => {
      wants = true
      if (!owes) return
      owes = false
      push(word)
    },
    destroy: (error, done) => {
      onClosed()
      done(error)
    },
  })
  // The first bytes let the headers go.
  push(breath)
  return {
    body,
    tell: () => {
      if (wants) push(word)
      else owes = true
    },
    beat: () => {
      if (!wants) return false
      push(breath)
      return true
    },
    end: () => {
      if (!body.destroyed && !body.readableEnded) body.push(null)
    },
  }
}
