/** Mail lists and management, as src/contract/endpoints/mail lists them. */
import { openConversation } from '../../../src/contract/endpoints/conversations'
import * as entries from '../../../src/contract/endpoints/mail'
import { makeAdvancedSearch } from '../../services/advancedSearch'
import { makeChoosePageSize } from '../../services/choosePageSize'
import { makeArrangedFolders } from '../../services/folders/arrangeFolders'
import { makeMarkMails } from '../../services/markMails'
import {
  makeMoveAndRemember,
  makeMoveMails,
  makeMoveToJunk,
  makeReportSpam,
  makeTakeBackSenders,
} from '../../services/moveMails'
import { makeOpenConversation } from '../../services/openConversation'
import { makeOpenFolder } from '../../services/openFolder'
import { makePollNewMail } from '../../services/pollNewMail'
import { makeRemoveMails } from '../../services/removeMails'
import { makeSearch } from '../../services/search'
import { makeViewMails } from '../../services/viewMails'
import { type Binding, on } from '../binding'

export type MailParts = Parameters<typeof makeOpenFolder>[0] &
  Parameters<typeof makeArrangedFolders>[0] &
  Parameters<typeof makeReportSpam>[0] &
  Parameters<typeof makeChoosePageSize>[0]

export function mailBindings(parts: MailParts): readonly Binding[] {
  return [
    on(entries.queryFolder, makeOpenFolder(parts)),
    on(openConversation, makeOpenConversation(parts)),
    on(entries.choosePageSize, makeChoosePageSize(parts)),
    on(entries.viewMails, makeViewMails(parts)),
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
