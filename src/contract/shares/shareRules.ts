/** The numbers and words of shares (SPEC §3, §9; docs/decisions/0066), which few pages need. */
import type { RefusalCode } from '../codes'
import { holdsControl } from '../rules'

/** Share type codes: 15 minutes, 4 hours, 24 hours. */
export const shareTimes = ['1', '2', '3'] as const
export type ShareTime = (typeof shareTimes)[number]

/** Why a guest reads nothing: the texts of `/linkProhibit`. */
export const shareEnds = ['expired', 'revoked', 'code', 'usedUp'] as const
export type ShareEnd = (typeof shareEnds)[number]

/** What is shared: a message, or files of My files. */
export const shareKinds = ['message', 'files'] as const

/** How a share stands for its owner; `gone`: what is shared is in the trash, or no more. */
export const shareStates = ['open', 'expired', 'revoked', 'usedUp', 'gone'] as const
export type ShareState = (typeof shareStates)[number]

const minute = 60_000
const hour = 60 * minute

export const shareLimits = {
  /** Open shares of one account, and those that it makes in an hour. */
  open: 50,
  perHour: 100,
  /** Bytes that an account's shares hold in copies, where a mail server has the messages. */
  copiedBytes: 200 * 1024 * 1024,
  /** Files and folders that one share names, and names of them that its owner's list shows. */
  files: 50,
  namesShown: 3,
  /** Bytes of files that all guests of one share are given. */
  sentBytes: 20 * 1024 ** 3,
  /** Characters of a code. */
  codeMin: 4,
  codeMax: 20,
  /** Wrong codes after which a share pauses, and milliseconds for which it does. */
  wrongCodes: 10,
  pauseMs: 15 * minute,
  /** Highest limit of opens. */
  opens: 1_000,
  /** Questions and opens of one network in a minute. */
  perNetwork: 60,
  perNetworkMs: minute,
  /** Calls within one visit, and within all visits of one network, in that time: small pictures most. */
  perVisit: 600,
  perNetworkVisits: 1_800,
  /** Milliseconds for which an ended share stays in its owner's list. */
  listedMs: 7 * 24 * hour,
  pageSize: 20,
} as const

/** A code as it is compared: what an input method writes in full width is the same code. */
export function plainShareCode(code: string): string {
  return code.normalize('NFKC').trim()
}

/** Empty stands for none. */
export function checkShareCode(code: string): RefusalCode | null {
  const plain = plainShareCode(code)
  const length = [...plain].length
  const isFit = length >= shareLimits.codeMin && length <= shareLimits.codeMax && !holdsControl(plain)
  return plain === '' || isFit ? null : 'shareCodeInvalid'
}
