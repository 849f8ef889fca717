/** Every call that this gateway answers. */

import { policyBindings } from '../administration/policies/routes'
import { administrationBindings } from '../administration/routes'
import { contactBindings } from '../contacts/routes'
import { draftBindings } from '../drafts/routes'
import { templateBindings } from '../drafts/templates/routes'
import { fileBindings } from '../files/routes'
import type { Binding } from '../http/binding'
import { leavingBindings } from '../leaving/routes'
import { accountBindings } from '../mail/folders/mailbox.routes'
import { folderBindings } from '../mail/folders/routes'
import { imageSenderBindings } from '../mail/images/routes'
import { jobBindings } from '../mail/jobs/routes'
import { newMailBindings } from '../mail/newMail/routes'
import { readingBindings } from '../mail/read/routes'
import { mailBindings } from '../mail/routes'
import { searchBindings } from '../mail/search/routes'
import { membershipBindings } from '../membership/routes'
import { organizationBindings } from '../organizations/routes'
import { sendingBindings } from '../outbox/routes'
import { viewBindings } from '../pageViews/routes'
import { phoneBindings } from '../phone/routes'
import { profileBindings } from '../profile/routes'
import { protectionBindings } from '../protection/routes'
import { recallBindings } from '../recall/routes'
import { recoveryBindings } from '../recovery/routes'
import { senderBindings } from '../rules/routes'
import { sessionBindings } from '../session/routes'
import { settingBindings } from '../settings/routes'
import { shareBindings } from '../shares/routes'
import { signatureBindings } from '../signatures/routes'
import { transferBindings } from '../transfer/routes'
import { verificationBindings } from '../verification/routes'

const areas = [
  sessionBindings,
  mailBindings,
  readingBindings,
  searchBindings,
  sendingBindings,
  draftBindings,
  recallBindings,
  senderBindings,
  verificationBindings,
  accountBindings,
  recoveryBindings,
  folderBindings,
  jobBindings,
  transferBindings,
  settingBindings,
  contactBindings,
  templateBindings,
  signatureBindings,
  profileBindings,
  phoneBindings,
  protectionBindings,
  newMailBindings,
  membershipBindings,
  organizationBindings,
  policyBindings,
  administrationBindings,
  viewBindings,
  imageSenderBindings,
  fileBindings,
  shareBindings,
  leavingBindings,
] as const

type Together<T> = (T extends unknown ? (it: T) => void : never) extends (it: infer All) => void ? All : never
/** What the use cases of all domains need. */
export type BindingDeps = Together<Parameters<(typeof areas)[number]>[0]>

export function allBindings(deps: BindingDeps): readonly Binding[] {
  return areas.flatMap((bindingsOf) => bindingsOf(deps))
}
