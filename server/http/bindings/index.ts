/** Every call that this gateway answers. */
import type { AskRecallParts } from '../../services/recall/askRecall'
import type { Binding } from '../binding'
import { type AccountParts, accountBindings } from './account'
import { type ContactParts, contactBindings } from './contacts'
import { type FolderParts, folderBindings } from './folders'
import { type ImageSenderParts, imageSenderBindings } from './imageSenders'
import { type JobParts, jobBindings } from './jobs'
import { type MailParts, mailBindings } from './mail'
import { type NewsBindingParts, newsBindings } from './news'
import { type PhoneParts, phoneBindings } from './phone'
import { type ReadingParts, readingBindings } from './reading'
import { recallBindings } from './recall'
import { type RecoveryParts, recoveryBindings } from './recovery'
import { type SearchParts, searchBindings } from './search'
import { type SenderParts, senderBindings } from './senders'
import { type SendingParts, sendingBindings } from './sending'
import { type SessionParts, sessionBindings } from './session'
import { type SettingParts, settingBindings } from './settings'
import { type TemplateParts, templateBindings } from './templates'
import { type ViewParts, viewBindings } from './views'

export type BindingParts = SessionParts &
  MailParts &
  ReadingParts &
  SearchParts &
  SendingParts &
  AskRecallParts &
  SenderParts &
  AccountParts &
  RecoveryParts &
  FolderParts &
  JobParts &
  SettingParts &
  ContactParts &
  TemplateParts &
  PhoneParts &
  NewsBindingParts &
  ViewParts &
  ImageSenderParts

export function allBindings(parts: BindingParts): readonly Binding[] {
  const areas = [
    sessionBindings,
    mailBindings,
    readingBindings,
    searchBindings,
    sendingBindings,
    recallBindings,
    senderBindings,
    accountBindings,
    recoveryBindings,
    folderBindings,
    jobBindings,
    settingBindings,
    contactBindings,
    templateBindings,
    phoneBindings,
    newsBindings,
    viewBindings,
    imageSenderBindings,
  ]
  return areas.flatMap((bindingsOf) => bindingsOf(parts))
}
