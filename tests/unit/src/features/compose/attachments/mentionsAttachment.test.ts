import { describe, expect, it } from 'vitest'
import { mentionsAttachment } from '#src/features/compose/attachments/mentionsAttachment'

describe('a text that speaks of an attachment', () => {
  it.each([
    '合同见附件',
    '请查收附件。',
    '附上本月的报表',
    '随信附上照片',
    '随附发票',
    '請見附檔',
    '另附一份说明',
    '资料已附',
    '简历附后，请看文件附在信末',
    'Please find attached the contract.',
    'See the attachment',
    'The ATTACHMENTS are large',
    'I am attaching the slides',
    'I’ll attach it',
    'Invoice enclosed',
    'Here is the report',
    "Here's my CV",
    'No attachment last time; this time it is attached.',
    '上次没有附件，这次附上了',
  ])('%s', (text) => expect(mentionsAttachment(text)).toBe(true))

  it.each([
    '',
    '你好，明天见',
    '公司附近有一家店',
    '附属医院',
    '附和他的意见',
    '这封邮件没有附件',
    '本邮件不带任何附件',
    '不需要附件',
    'See you tomorrow',
    'There is no attachment here',
    'Sent without any attachments',
    'Please do not attach files',
    'Don’t attach anything',
    'I am very attached to you',
    'An attaché called',
    'reattachable',
    'Here is the thing',
  ])('not: %j', (text) => expect(mentionsAttachment(text)).toBe(false))
})
