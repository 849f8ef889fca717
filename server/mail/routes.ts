/** Mail lists and management, as src/contract/endpoints/mail/mail lists them. */
import { openConversation } from '../../src/contract/endpoints/mail/conversations'
import * as entries from '../../src/contract/endpoints/mail/mail'
import { type Binding, on } from '../http/binding'
import { makeMarkMails } from './change/markMails'
import {
  makeMoveAndRemember,
  makeMoveMails,
  makeMoveToJunk,
  makeReportSpam,
  makeTakeBackSenders,
} from './change/moveMails'
import { makeRemoveMails } from './change/removeMails'
import { makeArrangedFolders } from './folders/arrangeFolders'
import { makeMailSummaries } from './list/mailSummaries'
import { makeOpenConversation } from './list/openConversation'
import { makeOpenFolder } from './list/openFolder'
import { makePollNewMail } from './newMail/pollNewMail'
import { makeAdvancedSearch } from './search/advancedSearch'
import { makeSearch } from './search/search'

export type MailDeps = Parameters<typeof makeOpenFolder>[0] &
  Parameters<typeof makeArrangedFolders>[0] &
  Parameters<typeof makeReportSpam>[0] &
  Parameters<typeof makePollNewMail>[0]

export function mailBindings(deps: MailDeps): readonly Binding[] {
  return [
    on(entries.queryFolder, makeOpenFolder(deps)),
    on(openConversation, makeOpenConversation(deps)),
    on(entries.viewMails, makeMailSummaries(deps)),
    on(entries.removeMails, makeRemoveMails(deps)),
    on(entries.moveMails, makeMoveMails(deps)),
    on(entries.markMails, makeMarkMails(deps)),
    on(entries.moveToJunk, makeMoveToJunk(deps)),
    on(entries.reportSpam, makeReportSpam(deps)),
    on(entries.moveAndRemember, makeMoveAndRemember(deps)),
    on(entries.takeBackSenders, makeTakeBackSenders(deps)),
    on(entries.folderInfo, makeArrangedFolders(deps)),
    on(entries.search, makeSearch(deps)),
    on(entries.advancedSearch, makeAdvancedSearch(deps)),
    on(entries.pollNewMail, makePollNewMail(deps)),
  ]
}
