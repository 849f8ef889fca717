/** Every refusal of a recall, and what is said when it is accepted, by their words (SPEC §8). */
import { describe, expect, it } from 'vitest'
import { recallRefusals } from '#contract/endpoints/sending/recall'
import { recallReasonKey } from '#src/features/recall/recallReason'
import errorsEn from '../../../locales/en-US/errors.json'
import recallEn from '../../../locales/en-US/recall.json'
import errorsZh from '../../../locales/zh-CN/errors.json'
import recallZh from '../../../locales/zh-CN/recall.json'

const words = {
  serverCannot: [
    '邮件服务器不允许从他人邮箱取回邮件：尚未配置管理员账号。',
    'The mail server does not let messages be taken out of other mailboxes; no administrator’s account is set up for it.',
  ],
  vipOnly: ['邮件撤回仅限 VIP 用户使用。', 'Mail recall is for VIP users only.'],
  recallTooOld: ['超过 24 小时的邮件不能撤回', 'Mail older than 24 hours cannot be recalled'],
  recallOutside: ['只能撤回发往本站域名的邮件', 'Only mail to the provider’s domains can be recalled'],
  recallRepeated: ['这封邮件已经撤回过', 'Mail already recalled'],
  recallUsedUp: ['撤回次数已用完', 'The recall count is used up'],
  recallImpossible: ['这封邮件不能撤回', 'This mail cannot be recalled'],
  recallLater: ['请稍后重试', 'Please retry later'],
} as const

function said(texts: { readonly errors: object; readonly recall: object }, key: string): unknown {
  const [namespace, path = ''] = key.split(':')
  const step = (from: unknown, name: string): unknown =>
    typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  return path.split('.').reduce<unknown>(step, namespace === 'recall' ? texts.recall : texts.errors)
}

describe('what a recall says', () => {
  it.each(recallRefusals)('%s', (code) => {
    const key = recallReasonKey(code)
    const both = [said({ errors: errorsZh, recall: recallZh }, key), said({ errors: errorsEn, recall: recallEn }, key)]
    expect(both).toEqual(words[code])
  })

  it('the yes', () => {
    expect([recallZh.accepted, recallEn.accepted]).toEqual([
      '撤回请求已受理，最终结果请查看系统邮件。',
      'Request accepted. Check system mail for the final recall result.',
    ])
  })
})
