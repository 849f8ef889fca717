/** What is written about protection: in both languages, since the reader may be somebody else's mailbox. */
import { randomUUID } from 'node:crypto'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import { escapeHtml } from '../kit/htmlEscape'
import {
  sendVerificationMail,
  type VerificationMailDeps,
  type VerificationText,
} from '../verification/verificationMail'
import type { NoticeKind, TellOwner } from './ownerNotices.port'

export type OwnerNoticeDeps = VerificationMailDeps & {
  /** Puts a message into an inbox, once for its key; does nothing where no message can be put there. */
  readonly putMail: (
    to: Account,
    key: string,
    mail: { readonly subject: string; readonly html: string },
  ) => Promise<void>
  readonly report: (name: string) => void
}

export const makeTellOwner =
  (deps: OwnerNoticeDeps): TellOwner =>
  async (account, kind, others = []) => {
    const texts = noticeTexts(kind, account.address)
    const sent = [
      deps.putMail(account, `protection:${randomUUID()}`, {
        subject: texts.map(({ subject }) => subject).join(' / '),
        html: texts.flatMap(({ lines }) => lines.map((line) => `<p>${escapeHtml(line)}</p>`)).join('\n'),
      }),
      ...[...new Set(others)]
        .filter((to) => to !== null)
        .map((to) => sendVerificationMail(deps, { account: account.id, domain: domainOf(account.address), to }, texts)),
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
  mailboxRemoved: ['密保邮箱已解除', 'The secure mailbox was removed'],
}

function noticeTexts(kind: NoticeKind, address: string): readonly VerificationText[] {
  const [chinese, english] = said[kind]
  return [
    {
      subject: `安全提醒：${chinese}`,
      lines: [
        `${address}：${chinese}。`,
        '如果不是您本人的操作，请立即修改密码，并在“设置 > 账号保护”中查看密保手机和密保邮箱。',
      ],
    },
    {
      subject: `Security notice: ${english}`,
      lines: [
        `${address}: ${english}.`,
        'If this was not you, change the password at once, and look at the secure phone and the secure mailbox under “Settings > Protection”.',
      ],
    },
  ]
}
