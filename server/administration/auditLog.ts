/** The log of an organization: looked at by its administrators, and fetched as csv. */
import { Readable } from 'node:stream'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/administrationLog'
import { type PolicyName, policyNames } from '#contract/endpoints/organization/policies'
import { type AuditAction, type EndingKind, endingKinds } from '#contract/organizations/administrationRules'
import type { Caller } from '../core/caller'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import { csvRow } from '../kit/files/csvRow'
import { isTimezone, writtenDate } from '../kit/zonedDate'
import { type TicketChecks, ticketOwner } from '../session/tickets/tickets'
import { type AdministratorDeps, administratorOf } from './administrator'
import type { AuditEntry, AuditLog } from './administrators.store'

export type AuditLogDeps = AdministratorDeps & TicketChecks & { readonly auditLog: AuditLog }

export const makeAuditLogPage =
  (deps: AuditLogDeps) =>
  async (query: Form<typeof entries.auditLog>, caller: Caller): Promise<Reply<typeof entries.auditLog>> => {
    const { organization } = await administratorOf(deps, caller)
    const { list, next } = await deps.auditLog.page(organization.code, query)
    return { list: [...list], next }
  }

/** Rows that are read at a time. */
const csvPage = 500

export const makeAuditLogFile =
  (deps: AuditLogDeps) =>
  async ({ sid, action, person, timezone, language }: Form<typeof entries.auditLogFile>): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    const { organization, change } = await administratorOf(deps, { account })
    if (!isTimezone(timezone)) throw new Refusal('badField', { field: 'timezone' })
    await deps.auditLog.note({ ...change, now: deps.clock.now(), action: 'auditExported', subject: organization.code })
    const words = csvWords[language]
    async function* rows() {
      yield `\ufeff${csvRow(words.columns)}`
      for (let cursor = ''; ; ) {
        const { list, next } = await deps.auditLog.page(organization.code, { action, person, cursor, size: csvPage })
        for (const one of list) yield csvRow(cellsOf(one, words, timezone))
        if (next === '') return
        cursor = next
      }
    }
    const stream = Readable.from(rows(), { objectMode: false })
    return { name: words.file, type: 'text/csv', size: null, stream, inline: false }
  }

type Words = {
  readonly file: string
  readonly columns: readonly string[]
  readonly operator: string
  readonly action: Readonly<Record<AuditAction, string>>
  readonly policy: Readonly<Record<PolicyName, string>>
  /** A quota that was given back to the tier. */
  readonly ofTier: string
  readonly handedTo: string
  readonly ended: Readonly<Record<EndingKind | 'forward', string>>
}

const csvWords: Readonly<Record<'zh-CN' | 'en-US', Words>> = {
  'zh-CN': {
    file: '操作日志.csv',
    columns: ['时间', '操作人', '操作', '对象', '详情'],
    operator: '服务运营方',
    action: {
      administratorAppointed: '任命管理员',
      administratorDismissed: '撤销管理员',
      memberAdded: '添加成员',
      memberLocked: '锁定成员',
      memberUnlocked: '解锁成员',
      passwordReset: '重设密码',
      factorsReset: '关闭两步验证',
      quotaChanged: '修改容量',
      removalStarted: '开始移除成员',
      removalResumed: '继续移除成员',
      removalCancelled: '取消移除成员',
      memberRemoved: '成员已移除',
      auditExported: '导出日志',
      domainClaimed: '添加域名',
      domainProved: '验证域名',
      domainRemoved: '移除域名',
      logoSet: '设置标志',
      logoRemoved: '移除标志',
      policyTurnedOn: '启用策略',
      policyTurnedOff: '停用策略',
    },
    policy: {
      asksOutside: '向组织外发送前询问',
      forwardingOff: '关闭自动转发',
      colleagueReply: '对同事使用单独的自动回复',
      needsFactor: '必须启用两步验证',
    },
    ofTier: '企业等级的容量',
    handedTo: '移交给 ',
    ended: {
      ...{ shares: '分享', links: '附件链接', rules: '收信规则', scheduled: '定时邮件', drafts: '草稿' },
      ...{ contacts: '联系人', files: '文件', forward: '自动转发到' },
    },
  },
  'en-US': {
    file: 'Audit log.csv',
    columns: ['Time', 'By', 'Action', 'Of', 'Details'],
    operator: 'Operator of the service',
    action: {
      administratorAppointed: 'Administrator appointed',
      administratorDismissed: 'Administrator dismissed',
      memberAdded: 'Member added',
      memberLocked: 'Member locked',
      memberUnlocked: 'Member unlocked',
      passwordReset: 'Password reset',
      factorsReset: 'Two-step sign-in reset',
      quotaChanged: 'Quota changed',
      removalStarted: 'Removal begun',
      removalResumed: 'Removal resumed',
      removalCancelled: 'Removal cancelled',
      memberRemoved: 'Member removed',
      auditExported: 'Log exported',
      domainClaimed: 'Domain added',
      domainProved: 'Domain proved',
      domainRemoved: 'Domain removed',
      logoSet: 'Logo set',
      logoRemoved: 'Logo removed',
      policyTurnedOn: 'Policy turned on',
      policyTurnedOff: 'Policy turned off',
    },
    policy: {
      asksOutside: 'Ask before sending outside',
      forwardingOff: 'Turn forwarding off',
      colleagueReply: 'A separate automatic reply for colleagues',
      needsFactor: 'Require two factors',
    },
    ofTier: 'What the plan has',
    handedTo: 'Handed to ',
    ended: {
      ...{ shares: 'Shares', links: 'File links', rules: 'Rules', scheduled: 'Scheduled messages', drafts: 'Drafts' },
      ...{ contacts: 'Contacts', files: 'Files', forward: 'Forwarding to' },
    },
  },
}

function cellsOf({ at, by, action, subject, detail }: AuditEntry, words: Words, timezone: string): string[] {
  const isPolicy = action === 'policyTurnedOn' || action === 'policyTurnedOff'
  const policy = isPolicy ? policyNames.find((name) => name === subject) : undefined
  const of = policy === undefined ? subject : words.policy[policy]
  const details = Object.entries(detail).map(([name, value]) => detailOf(name, value, words))
  return [writtenDate(at, timezone), by || words.operator, words.action[action], of, details.join('; ')]
}

function detailOf(name: string, value: string | number | boolean, words: Words): string {
  if (name === 'target') return `${words.handedTo}${value}`
  const kind = name === 'forward' ? name : endingKinds.find((it) => it === name)
  if (kind !== undefined) return `${words.ended[kind]} ${value}`
  if (name !== 'bytes') return `${name}: ${value}`
  return typeof value === 'number' ? writtenSize(value) : words.ofTier
}

/** One step is 1024; a quota has a megabyte at the least. */
function writtenSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  const [size, unit] = megabytes < 1000 ? [megabytes, 'MB'] : [megabytes / 1024, 'GB']
  return `${Number(size.toFixed(2))} ${unit}`
}
