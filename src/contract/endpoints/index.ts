/**
 * The whole table, for the gateway and the tests that compare it with what is promised. Client code imports the single entry
 * that it calls, so that a page carries no entry of another.
 */

import type { Endpoint } from '../endpoint'
import * as account from './account'
import * as captcha from './captcha'
import * as contacts from './contacts'
import * as conversations from './conversations'
import * as folders from './folders'
import * as imageSenders from './imageSenders'
import * as jobs from './jobs'
import * as mail from './mail'
import * as news from './news'
import * as password from './password'
import * as phone from './phone'
import * as planned from './planned'
import * as qrLogin from './qrLogin'
import * as reading from './reading'
import * as recall from './recall'
import * as receipts from './receipts'
import * as recovery from './recovery'
import * as registration from './registration'
import * as search from './search'
import * as selfTest from './selfTest'
import * as senders from './senders'
import * as sending from './sending'
import * as session from './session'
import * as settings from './settings'
import * as signIns from './signIns'
import * as templates from './templates'
import * as uploads from './uploads'
import * as views from './views'

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
