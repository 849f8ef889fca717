/**
 * The whole table, for the gateway and the tests that compare it with what is promised. Client code imports the single entry
 * that it calls, so that a page carries no entry of another.
 */

import type { Endpoint } from '../endpoint'
import * as account from './account'
import * as contacts from './contacts'
import * as folders from './folders'
import * as jobs from './jobs'
import * as mail from './mail'
import * as phone from './phone'
import * as reading from './reading'
import * as registration from './registration'
import * as sending from './sending'
import * as session from './session'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'fields' in value && 'anonymous' in value
}

export const allEndpoints: readonly Endpoint[] = [
  session,
  mail,
  jobs,
  reading,
  sending,
  account,
  contacts,
  registration,
  phone,
  folders,
].flatMap((area) => Object.values<unknown>(area).filter(isEndpoint))
