/** The part before the `@` of an address that somebody registers (docs/decisions/0058). */
import { narrowAddress } from '../mail/addressWidth'
import { lookAlikeKey } from './lookAlikes'

export const userNameFaults = ['empty', 'short', 'long', 'characters', 'ends', 'separators', 'reserved'] as const
export type UserNameFault = (typeof userNameFaults)[number]

export const userNameLength = { min: 3, max: 30 } as const

/** As it is registered: in half width and lower case. */
export function typedUserName(typed: string): string {
  return narrowAddress(typed).trim().toLowerCase()
}

/** Letters and digits of ASCII, with single dots, hyphens and underscores between them. */
export function checkUserName(name: string): UserNameFault | null {
  if (name === '') return 'empty'
  if (!/^[a-z0-9._-]+$/.test(name)) return 'characters'
  if (name.length < userNameLength.min) return 'short'
  if (name.length > userNameLength.max) return 'long'
  if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return 'ends'
  if (/[._-]{2}/.test(name)) return 'separators'
  return reservedKeys.has(userNameKey(name)) ? 'reserved' : null
}

/** Names that look alike have one key: without case, width, marks, separators (UTS 39). */
export function userNameKey(name: string): string {
  return lookAlikeKey(name.replaceAll(/[._-]/g, ''))
}

/** The key of a whole address: names are compared within their domain. */
export function addressNameKey(address: string): string {
  const at = address.lastIndexOf('@')
  return `${userNameKey(address.slice(0, at))}${address.slice(at)}`
}

/** Roles of RFC 2142, and names that speak for the house. */
const reservedNames = [
  ...['abuse', 'admin', 'administrator', 'admins', 'billing', 'contact', 'daemon', 'dmarc', 'feedback', 'finance'],
  ...['ftp', 'guanliyuan', 'help', 'hostmaster', 'info', 'kefu', 'legal', 'list', 'mail', 'mailer-daemon', 'manager'],
  ...['marketing', 'news', 'no-reply', 'nobody', 'noc', 'official', 'password', 'payment', 'postmaster', 'privacy'],
  ...['register', 'root', 'sales', 'security', 'service', 'ssl-admin', 'ssladmin', 'support', 'sysadmin', 'system'],
  ...['tech', 'test', 'usenet', 'uucp', 'verify', 'webmaster', 'www', 'xitong'],
]
const reservedKeys: ReadonlySet<string> = new Set(reservedNames.map(userNameKey))
