/** Every table that the gateway keeps, by the part of the product that owns it. */
import type { AccountTables } from './accountTables'
import type { MailTables } from './mailTables'

export type Schema = MailTables & AccountTables
