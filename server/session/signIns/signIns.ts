/** Sign-ins of the caller's own account, and where it is signed in now. */
import { Readable } from 'node:stream'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/signIns'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { csvRow } from '../../kit/files/csvRow'
import { hashToken } from '../../kit/token'
import { isTimezone, writtenDate } from '../../kit/zonedDate'
import { type AccessStores, endOtherSessions, endSession } from '../endAccess'
import type { SessionStore } from '../session.store'
import { type TicketChecks, ticketOwner } from '../tickets/tickets'
import type { CityFinder } from './cityFinder.port'
import type { SignIn, SignInLog } from './signInLog.store'

export type SignInDeps = { readonly signIns: SignInLog; readonly cities: CityFinder; readonly clock: Clock }

export const makeListSignIns =
  ({ signIns, cities, clock }: SignInDeps) =>
  async (
    { days, page, pageSize, way, result }: Form<typeof entries.listSignIns>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.listSignIns>> => {
    const since = clock.now() - days * limits.dayMs
    const found = await signIns.look(account.id, since, {
      offset: (page - 1) * pageSize,
      limit: pageSize,
      way,
      result,
    })
    return { ...found, list: [...found.list], places: [...found.places], knowsCities: cities.knowsCities }
  }

/** Rows that are read at a time. */
const csvPage = 500

export const makeSignInsFile =
  (parts: TicketChecks & SignInDeps) =>
  async ({ sid, days, way, result, timezone, language }: Form<typeof entries.signInsFile>): Promise<OutgoingFile> => {
    const { id } = await ticketOwner(parts, sid)
    if (!isTimezone(timezone)) throw new Refusal('badField', { field: 'timezone' })
    const since = parts.clock.now() - days * limits.dayMs
    const words = csvWords[language]
    async function* rows() {
      yield `\ufeff${csvRow(words.columns)}`
      for (let offset = 0; ; offset += csvPage) {
        const { list } = await parts.signIns.look(id, since, { offset, limit: csvPage, way, result })
        for (const one of list) yield csvRow(cellsOf(one, words, timezone))
        if (list.length < csvPage) return
      }
    }
    const stream = Readable.from(rows(), { objectMode: false })
    return { name: words.file, type: 'text/csv', size: null, stream, inline: false }
  }

const csvWords = {
  'zh-CN': {
    file: '登录记录.csv',
    columns: ['时间', '城市', 'IP', '方式', '浏览器', '系统', '结果'],
    city: 'zh',
    way: { password: '密码', qr: '二维码', passkey: '通行密钥' },
    result: {
      in: '成功',
      wrongPassword: '密码错误',
      wrongCode: '验证码错误',
      wrongPasskey: '通行密钥错误',
      locked: '账号已锁定',
      expired: '账号已过期',
    },
  },
  'en-US': {
    file: 'Sign-ins.csv',
    columns: ['Time', 'City', 'IP', 'Method', 'Browser', 'System', 'Result'],
    city: 'en',
    way: { password: 'Password', qr: 'QR code', passkey: 'Passkey' },
    result: {
      in: 'Signed in',
      wrongPassword: 'Wrong password',
      wrongCode: 'Wrong code',
      wrongPasskey: 'Wrong passkey',
      locked: 'Account locked',
      expired: 'Account expired',
    },
  },
} as const

function cellsOf(signIn: SignIn, words: (typeof csvWords)['zh-CN' | 'en-US'], timezone: string): string[] {
  const { at, place, address, network, way, browser, system, result } = signIn
  const city = place === null ? '' : place[words.city]
  return [
    writtenDate(at, timezone),
    city,
    address === '' ? network : address,
    words.way[way],
    browser,
    system,
    words.result[result],
  ]
}

export type SessionListDeps = AccessStores & {
  readonly sessions: Pick<SessionStore, 'ofAccount' | 'close' | 'closeAll'>
  readonly signIns: Pick<SignInLog, 'ofSessions'>
  readonly clock: Clock
}

/** What is known of a session whose sign-in could not be noted. */
const unknownOrigin = { way: 'password', browser: '', system: '', address: '', place: null } as const

/** A session's id says nothing by which it could be used. */
const idOf = (tokenHash: string) => hashToken(tokenHash)

export const makeListSessions =
  ({ sessions, signIns, clock }: SessionListDeps) =>
  async (_form: unknown, { account, tokenHash: own }: Caller): Promise<Reply<typeof entries.listSessions>> => {
    const begun = await signIns.ofSessions(account.id)
    const open = await sessions.ofAccount(account.id, clock.now())
    return {
      sessions: open.map(({ tokenHash, createdAt, expiresAt }) => {
        const { way, browser, system, address, place } = begun.get(tokenHash) ?? unknownOrigin
        const id = idOf(tokenHash)
        const times = { at: createdAt, ends: expiresAt }
        return { id, isPresent: tokenHash === own, ...times, way, browser, system, address, place }
      }),
    }
  }

export const makeEndSession =
  ({ clock, ...access }: SessionListDeps) =>
  async ({ id }: Form<typeof entries.endSession>, { account }: Caller): Promise<Reply<typeof entries.endSession>> => {
    const open = await access.sessions.ofAccount(account.id, clock.now())
    const wanted = open.find(({ tokenHash }) => idOf(tokenHash) === id)
    if (wanted === undefined) throw new Refusal('notFound')
    await endSession(access, { accountId: account.id, tokenHash: wanted.tokenHash })
    return {}
  }

export const makeEndOtherSessions =
  (access: AccessStores) =>
  async (_form: unknown, { account, tokenHash }: Caller): Promise<Reply<typeof entries.endOtherSessions>> => {
    await endOtherSessions(access, account.id, tokenHash)
    return {}
  }
