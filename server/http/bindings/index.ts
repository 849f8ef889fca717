/** Every call that this gateway answers. */
import type { Binding } from '../binding'
import { type AccountParts, accountBindings } from './account'
import { type FolderParts, folderBindings } from './folders'
import { type JobParts, jobBindings } from './jobs'
import { type MailParts, mailBindings } from './mail'
import { type ReadingParts, readingBindings } from './reading'
import { type SendingParts, sendingBindings } from './sending'
import { type SessionParts, sessionBindings } from './session'

export type BindingParts = SessionParts &
  MailParts &
  ReadingParts &
  SendingParts &
  AccountParts &
  FolderParts &
  JobParts

export function allBindings(parts: BindingParts): readonly Binding[] {
  const areas = [
    sessionBindings,
    mailBindings,
    readingBindings,
    sendingBindings,
    accountBindings,
    folderBindings,
    jobBindings,
  ]
  return areas.flatMap((bindingsOf) => bindingsOf(parts))
}
