/** Sends commands that imapflow has no call for, or whose refusal it would hide behind `false`: here a NO is an error. */
import type { ImapAttribute, ImapFlow, ImapResponse } from 'imapflow'
import { StoreAway } from '#server/core/refusal'

export type CommandOptions = {
  /** What is done with untagged responses, by their name. */
  readonly untagged?: Readonly<Record<string, (response: ImapResponse) => Promise<void>>>
  /** Called when the server asks for more. */
  readonly onPlusTag?: () => Promise<void>
}

/** What imapflow's own commands are made with; its published types leave it out. */
type Executing = {
  exec: (
    command: string,
    attributes: readonly ImapAttribute[],
    options: CommandOptions,
  ) => Promise<{ readonly response: ImapResponse; readonly next: () => void }>
}

function canExecute(client: unknown): client is Executing {
  return typeof client === 'object' && client !== null && 'exec' in client && typeof client.exec === 'function'
}

/** Answers the tagged response. Throws imapflow's error, with the server's code in it, for NO and BAD. */
export async function command(
  client: ImapFlow,
  name: string,
  attributes: readonly ImapAttribute[],
  options: CommandOptions = {},
): Promise<ImapResponse> {
  if (!canExecute(client)) throw new StoreAway('imapflow has changed')
  // A command sent into an IDLE would wait for its end.
  const endIdle: unknown = Reflect.get(client, 'preCheck')
  if (typeof endIdle === 'function') await endIdle.call(client)
  const { response, next } = await client.exec(name, attributes, options)
  next()
  return response
}

export const atom = (value: string): ImapAttribute => ({ type: 'ATOM', value })

/** Any text at all, as its length and its bytes: nothing in it is ever syntax (TRUST S13). */
export const literal = (value: string): ImapAttribute => ({ type: 'LITERAL', value: Buffer.from(value) })

export const sequence = (value: string): ImapAttribute => ({ type: 'SEQUENCE', value })

/** Words of a response code, such as `APPENDUID 7 12`, or none. */
export function responseCode(response: ImapResponse): readonly string[] {
  const section = response.attributes?.[0]?.section
  if (!section) return []
  return section.map((word) => (word !== null && typeof word.value === 'string' ? word.value : ''))
}
