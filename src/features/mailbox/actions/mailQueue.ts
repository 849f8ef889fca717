/**
 * What is done to one mail reaches the gateway in the order in which it was done: of two marks the later one holds, and a mark that a move overtook
 * would not find its mail, which a mail server calls otherwise in another folder.
 */
import type { CallGateway } from '#src/lib/http/outcome'

/** The last change under way of each mail, for each door to a gateway. */
const doors = new WeakMap<CallGateway, Map<string, Promise<unknown>>>()

/** Begins `act` when what is under way for any of these mails has been answered. */
export function inMailOrder<T>(call: CallGateway, ids: readonly string[], act: () => Promise<T>): Promise<T> {
  const last = doors.get(call) ?? new Map<string, Promise<unknown>>()
  doors.set(call, last)
  const before = ids.flatMap((id) => last.get(id) ?? [])
  const turn = before.length === 0 ? act() : Promise.allSettled(before).then(act)
  for (const id of ids) last.set(id, turn)
  const forget = () => {
    for (const id of ids) if (last.get(id) === turn) last.delete(id)
  }
  void turn.then(forget, forget)
  return turn
}
