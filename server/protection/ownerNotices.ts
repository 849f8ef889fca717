/** What is written about protection: in both languages, since others may read it. */
import { randomUUID } from 'node:crypto'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import {
  asParagraph,
  sendVerificationMail,
  type VerificationMailDeps,
  type VerificationText,
} from '../verification/verificationMail'
import type { NoticeKind, TellOwner } from './ownerNotices.port'

export type OwnerNoticeDeps = VerificationMailDeps & {
  /** Puts a message into an inbox, once for its key, where that can be done. */
  readonly putMail: (
    to: Account,
    key: string,
    mail: { readonly subject: string; readonly html: string },
  ) => Promise<void>
  readonly report: (name: string) => void
}

export const makeTellOwner =
  (deps: OwnerNoticeDeps): TellOwner =>
  async (account, kind, others = [], link, event = randomUUID()) => {
    const texts = noticeTexts(kind, account.address, link)
    const sent = [
      deps.putMail(account, `protection:${kind}:${event}`, {
        subject: texts.map(({ subject }) => subject).join(' / '),
        html: texts.flatMap(({ lines }) => lines.map(asParagraph)).join('\n'),
      }),
      ...[...new Set(others)]
        .filter((to) => to !== null)
        .map((to) => {
          const by = { account: account.id, domain: domainOf(account.address) }
          return sendVerificationMail(deps, { ...by, to, key: `${kind}:${event}:${to}` }, texts)
        }),
    ]
    // What was changed stands, whether or not a mailbox takes the notice.
    for (const { status, ...rest } of await Promise.allSettled(sent))
      if (status === 'rejected') deps.report('reason' in rest && rest.reason instanceof Error ? rest.reason.name : kind)
  }

const said: Readonly<Record<NoticeKind, readonly [chinese: string, english: string]>> = {
  passwordChanged: ['密码已修改，其他地方的登录已结束', 'The password was changed, and all other sign-ins have ended'],
  phoneBound: ['已绑定密保手机', 'A secure phone was bound'],
  phoneChanged: ['密保手机已更换', 'The secure phone was changed'],
  phoneRemoved: ['密保手机已解除', 'The secure phone was removed'],
  mailboxBound: ['密保邮箱已绑定或更换', 'A secure mailbox was bound or changed'],
  resetWaits: [
    '有人要求重设密码，新密码将在 24 小时后生效',
    'Somebody asked for a new password, which will count in 24 hours',
  ],
  resetDone: [
    '密码已重设，所有登录都已结束',
    'A new password was set after the old one was forgotten, and all sign-ins have ended',
  ],
  passkeyAdded: ['已添加通行密钥', 'A passkey was added'],
  passkeyRemoved: ['通行密钥已删除', 'A passkey was removed'],
  passkeyCopied: [
    '一个通行密钥可能已被复制，登录已被阻止，请删除该通行密钥',
    'A passkey may have been copied: a sign-in by it was refused, and it should be removed',
  ],
  recoveryCodesMade: [
    '已用密码生成新的恢复码，以前的恢复码失效',
    'New recovery codes were made by the password, in place of those before',
  ],
  mailboxRemoved: ['密保邮箱已解除', 'The secure mailbox was removed'],
  archiveStarted: ['有人要求导出邮箱的全部数据', 'Somebody asked for an archive of everything in the mailbox'],
  accountClosed: [
    '账号已注销，14 天后删除全部数据',
    'The account was closed, and everything in it will be deleted after 14 days',
  ],
  passwordSetByAdministrator: [
    '企业管理员已重设密码，所有登录都已结束',
    'An administrator of the organization set a new password, and all sign-ins have ended',
  ],
  factorsReset: [
    '企业管理员已关闭两步验证并删除通行密钥，所有登录都已结束',
    'An administrator of the organization removed two-step sign-in and all passkeys, and all sign-ins have ended',
  ],
  accountTakenBack: ['账号注销已撤回，账号恢复使用', 'The account was taken back and is in use again'],
}

const look = [
  '请立即修改密码，并在“设置 > 账号保护”中查看密保手机和密保邮箱',
  'change the password at once, and look at the secure phone and the secure mailbox under “Settings > Protection”',
] as const
/** A new password leaves them. */
const lookAtPasskeys = [
  '请立即修改密码，并在“设置 > 两步验证”的“通行密钥”中删除您不认识的通行密钥',
  'change the password at once, and remove passkeys that you do not know under “Settings > Two-step sign-in”, “Passkeys”',
] as const

/** Whoever made them has them: a new password alone leaves them good. */
const makeCodesAnew = [
  '请立即修改密码，然后在“设置 > 两步验证”中重新生成恢复码',
  'change the password at once, then make new recovery codes under “Settings > Two-step sign-in”',
] as const

/** Whoever did it knew the password. */
const takeBack = [
  '请在 14 天内用密码登录并撤回注销，然后修改密码',
  'sign in with the password within 14 days, take the account back, and change the password',
] as const

const remedies: Readonly<Partial<Record<NoticeKind, readonly [chinese: string, english: string]>>> = {
  passkeyAdded: lookAtPasskeys,
  passkeyRemoved: lookAtPasskeys,
  passkeyCopied: lookAtPasskeys,
  recoveryCodesMade: makeCodesAnew,
  accountClosed: takeBack,
}

function noticeTexts(kind: NoticeKind, address: string, link: string | undefined): readonly VerificationText[] {
  const [chinese, english] = said[kind]
  const [toDo, toDoInEnglish] = remedies[kind] ?? look
  return [
    {
      subject: `安全提醒：${chinese}`,
      lines: [
        `${address}：${chinese}。`,
        ...(link === undefined
          ? [`如果不是您本人的操作，${toDo}。`]
          : ['如果不是您本人的操作，请打开以下链接阻止：', link]),
      ],
    },
    {
      subject: `Security notice: ${english}`,
      lines: [
        `${address}: ${english}.`,
        ...(link === undefined
          ? [`If this was not you, ${toDoInEnglish}.`]
          : ['If this was not you, open this link to stop it:', link]),
      ],
    },
  ]
}
