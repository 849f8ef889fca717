/** One process of a data directory writes notes behind, the gateway or a command that is alone: two would write old states over new ones. */
import { StoreMismatch } from '#server/core/storeMismatch'
import { lockAlone } from '#server/sql/lockFile'
import type { MessageNotes } from './messageNotes'

export type NoteWriter = Pick<MessageNotes, 'flush' | 'compact'> & { readonly close: () => void }

/** Does nothing while another process holds the lock: what is due stays on record for that one, or for who holds it next. */
export function makeNoteWriter(lock: string, notes: MessageNotes): NoteWriter {
  let unlock: (() => void) | null = null
  const isOurs = (): boolean => {
    try {
      unlock ??= lockAlone(lock)
      return true
    } catch (error) {
      if (error instanceof StoreMismatch) return false
      throw error
    }
  }
  return {
    flush: async () => {
      if (isOurs()) await notes.flush()
    },
    compact: async () => {
      if (isOurs()) await notes.compact()
    },
    close: () => {
      unlock?.()
      unlock = null
    },
  }
}
