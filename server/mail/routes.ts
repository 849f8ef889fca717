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

export type MailParts = Parameters<typeof makeOpenFolder>[0] &
  Parameters<typeof makeArrangedFolders>[0] &
  Parameters<typeof makeReportSpam>[0] &
  Parameters<typeof makePollNewMail>[0]

export function mailBindings(parts: MailParts): readonly Binding[] {
  return [
    on(entries.queryFolder, makeOpenFolder(parts)),
    on(openConversation, makeOpenConversation(parts)),
    on(entries.viewMails, makeMailSummaries(parts)),
    on(entries.removeMails, makeRemoveMails(parts)),
    on(entries.moveMails, makeMoveMails(parts)),
    on(entries.markMails, makeMarkMails(parts)),
    on(entries.moveToJunk, makeMoveToJunk(parts)),
    on(entries.reportSpam, makeReportSpam(parts)),
    on(entries.moveAndRemember, makeMoveAndRemember(parts)),
    on(entries.takeBackSenders, makeTakeBackSenders(parts)),
    on(entries.folderInfo, makeArrangedFolders(parts)),
    on(entries.search, makeSearch(parts)),
    on(entries.advancedSearch, makeAdvancedSearch(parts)),
    on(entries.pollNewMail, makePollNewMail(parts)),
  ]
}
