/** Every call that this gateway answers. */
import { type ContactParts, contactBindings } from '../contacts/routes'
import { type DraftParts, draftBindings } from '../drafts/routes'
import { type TemplateParts, templateBindings } from '../drafts/templates/routes'
import type { Binding } from '../http/binding'
import { type AccountParts, accountBindings } from '../mail/folders/mailbox.routes'
import { type FolderParts, folderBindings } from '../mail/folders/routes'
import { type ImageSenderParts, imageSenderBindings } from '../mail/images/routes'
import { type JobParts, jobBindings } from '../mail/jobs/routes'
import { type NewMailRouteDeps, newMailBindings } from '../mail/newMail/routes'
import { type ReadingParts, readingBindings } from '../mail/read/routes'
import { type MailParts, mailBindings } from '../mail/routes'
import { type SearchParts, searchBindings } from '../mail/search/routes'
import { type SendingParts, sendingBindings } from '../outbox/routes'
import { type ViewParts, viewBindings } from '../pageViews/routes'
import { type PhoneParts, phoneBindings } from '../phone/routes'
import type { AskRecallParts } from '../recall/askRecall'
import { recallBindings } from '../recall/routes'
import { type RecoveryParts, recoveryBindings } from '../recovery/routes'
import { type SenderParts, senderBindings } from '../rules/routes'
import { type SessionParts, sessionBindings } from '../session/routes'
import { type SettingParts, settingBindings } from '../settings/routes'
import { type TransferParts, transferBindings } from '../transfer/routes'

export type BindingParts = SessionParts &
  MailParts &
  ReadingParts &
  SearchParts &
  SendingParts &
  DraftParts &
  AskRecallParts &
  SenderParts &
  AccountParts &
  RecoveryParts &
  FolderParts &
  JobParts &
  TransferParts &
  SettingParts &
  ContactParts &
  TemplateParts &
  PhoneParts &
  NewMailRouteDeps &
  ViewParts &
  ImageSenderParts

export function allBindings(parts: BindingParts): readonly Binding[] {
  const areas = [
    sessionBindings,
    mailBindings,
    readingBindings,
    searchBindings,
    sendingBindings,
    draftBindings,
    recallBindings,
    senderBindings,
    accountBindings,
    recoveryBindings,
    folderBindings,
    jobBindings,
    transferBindings,
    settingBindings,
    contactBindings,
    templateBindings,
    phoneBindings,
    newMailBindings,
    viewBindings,
    imageSenderBindings,
  ]
  return areas.flatMap((bindingsOf) => bindingsOf(parts))
}
