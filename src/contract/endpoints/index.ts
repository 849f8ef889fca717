/**
 * The whole table, for the gateway and the tests that compare it with what is promised. Client code imports the single entry
 * that it calls, so that a page carries no entry of another.
 */

import type { Endpoint } from '../endpoint'
import * as account from './account/account'
import * as views from './account/pageViews'
import * as selfTest from './account/selfTest'
import * as settings from './account/settings'
import * as conversations from './mail/conversations'
import * as folders from './mail/folders'
import * as imageSenders from './mail/imageSenders'
import * as jobs from './mail/jobs'
import * as mail from './mail/mail'
import * as news from './mail/newMail'
import * as reading from './mail/reading'
import * as recovery from './mail/recovery'
import * as search from './mail/search'
import * as senders from './mail/senders'
import * as contacts from './sending/contacts'
import * as planned from './sending/planned'
import * as recall from './sending/recall'
import * as receipts from './sending/receipts'
import * as sending from './sending/sending'
import * as templates from './sending/templates'
import * as uploads from './sending/uploads'
import * as captcha from './session/captcha'
import * as password from './session/password'
import * as phone from './session/phone'
import * as qrLogin from './session/qrLogin'
import * as registration from './session/registration'
import * as session from './session/session'
import * as signIns from './session/signIns'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'fields' in value && 'anonymous' in value
}

export const allEndpoints: readonly Endpoint[] = [
  session,
  captcha,
  qrLogin,
  mail,
  conversations,
  jobs,
  reading,
  sending,
  planned,
  uploads,
  receipts,
  recall,
  senders,
  account,
  recovery,
  contacts,
  registration,
  search,
  phone,
  folders,
  settings,
  password,
  templates,
  imageSenders,
  news,
  views,
  signIns,
  selfTest,
].flatMap((area) => Object.values<unknown>(area).filter(isEndpoint))
