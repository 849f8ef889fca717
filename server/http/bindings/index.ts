/** Every call that this gateway answers. */
import type { Binding } from '../binding'
import { type AccountParts, accountBindings } from './account'
import { type MailParts, mailBindings } from './mail'
import { type ReadingParts, readingBindings } from './reading'
import { type SessionParts, sessionBindings } from './session'

export type BindingParts = SessionParts & MailParts & ReadingParts & AccountParts

export function allBindings(parts: BindingParts): readonly Binding[] {
  return [sessionBindings, mailBindings, readingBindings, accountBindings].flatMap((bindingsOf) => bindingsOf(parts))
}
