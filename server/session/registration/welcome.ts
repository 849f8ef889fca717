/** The first message of a mailbox that somebody registered. */
import { isVip, type TierId } from '#contract/tiers'
import type { Account } from '../../core/account'
import { escapeHtml } from '../../kit/htmlEscape'

export type Language = 'zh-CN' | 'en-US'

export type WelcomeDeps = {
  /** Puts a message into an inbox, once for its key. */
  readonly putMail: (
    to: Account,
    key: string,
    mail: { readonly subject: string; readonly html: string },
  ) => Promise<void>
  readonly brand: { readonly zh: string; readonly en: string }
  readonly appUrl: string
}

export async function welcome(
  { putMail, brand, appUrl }: WelcomeDeps,
  account: Account,
  kind: TierId,
  language: Language,
): Promise<void> {
  const { subject, lines } = texts[language]({ brand, address: account.address, appUrl, isPaid: isVip(kind) })
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  await putMail(account, `welcome:${account.id}`, { subject, html })
}

type Words = Pick<WelcomeDeps, 'brand' | 'appUrl'> & { readonly address: string; readonly isPaid: boolean }
type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<Language, (words: Words) => Text>> = {
  'zh-CN': ({ brand, address, appUrl, isPaid }) => ({
    subject: `欢迎使用${brand.zh}`,
    lines: [
      `您的邮箱 ${address} 已经开通，现在就可以收发邮件。`,
      `今后请在 ${appUrl}/login 登录。`,
      ...(isPaid ? ['在您支付订单之前，这是免费邮箱；支付后会员立即生效。'] : []),
      '我们不会在邮件或电话中询问您的密码。',
    ],
  }),
  'en-US': ({ brand, address, appUrl, isPaid }) => ({
    subject: `Welcome to ${brand.en}`,
    lines: [
      `Your mailbox ${address} is ready: you can send and receive messages now.`,
      `From now on, sign in at ${appUrl}/login.`,
      ...(isPaid ? ['The mailbox is free until you pay your order; the membership is active at once then.'] : []),
      'We never ask for your password, neither by message nor by phone.',
    ],
  }),
}
