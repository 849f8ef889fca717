/** Every check of a send in its order, and every refusal of the gateway, by the words that a person reads, in both languages. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { corporateSendCount, sendMail } from '#contract/endpoints/sending/sending'
import { limits } from '#contract/limits'
import { tiers } from '#contract/tiers'
import { openServer, server } from '../../support/browser/renderApp'
import { refuseOnce } from '../compose/composeFaults'
import { closeComposers, openedComposer } from '../compose/composeSetup'

openServer()
closeComposers()

/** Presses Send; looked for in the page, the button would take long among many chips. */
function send() {
  const button = document.querySelector('button[type="submit"]')
  if (button === null) throw new Error('There is nothing to press')
  fireEvent.click(button)
}

const words = {
  'zh-CN': {
    to: '收件人',
    subject: '主题',
    pick: '选择文件',
    cancel: '取消上传 a.bin',
    recipientEmpty: '收件人不能为空',
    recipientInvalid: '有收件人地址不正确',
    recipientTooMany: '收件人最多 50 位，现有 51 位',
    subjectEmpty: '主题不能为空',
    attachmentsPending: '您有附件尚未上传完成',
    attachmentsTooLarge: '附件总大小不能超过 50M',
    refusals: {
      recipientUnknown: '没有这个收件人',
      recipientOutside: '此服务器不能发往外部地址',
      headerInvalid: '主题或地址中有不允许的字符',
      attachmentUnknown: '有附件已失效，请重新添加',
      scheduleEmpty: '请选择发送的日期和时间',
      scheduleTooSoon: '定时发送的时间至少要在 2 分钟之后',
      scheduleTooFar: '定时发送的时间超出了您的会员等级允许的范围',
      sendsUsedUp: '24 小时内的发信数量已达上限，请稍后再发',
      quotaExceeded: '邮箱空间已满，请清理后重试',
      diskFull: '服务器空间不足，请稍后重试',
      draftConflict: '这封草稿已在别处修改',
      draftSent: '这封草稿的另一份内容已在其他窗口发送',
      idempotencyConflict: '这封邮件已经发送过',
      storeAway: '邮件服务器暂时无法使用，请稍后重试',
    },
  },
  'en-US': {
    to: 'To',
    subject: 'Subject',
    pick: 'Choose files',
    cancel: 'Cancel a.bin',
    recipientEmpty: 'Recipient cannot be empty',
    recipientInvalid: 'A recipient address is not valid',
    recipientTooMany: 'At most 50 recipients are allowed; there are 51',
    subjectEmpty: 'Subject cannot be empty',
    attachmentsPending: 'You have attachments not yet uploaded',
    attachmentsTooLarge: 'Total attachments cannot exceed 50M',
    refusals: {
      recipientUnknown: 'There is no such recipient',
      recipientOutside: 'This server cannot send to outside addresses',
      headerInvalid: 'The subject or an address holds characters that are not allowed',
      attachmentUnknown: 'An attachment is no longer there. Please add it again',
      scheduleEmpty: 'Choose the date and time at which to send it',
      scheduleTooSoon: 'Choose a time at least 2 minutes from now',
      scheduleTooFar: 'That time is further ahead than your membership allows',
      sendsUsedUp: 'The limit of messages in 24 hours is reached. Please try again later',
      quotaExceeded: 'Your mailbox is full. Make room, then try again',
      diskFull: 'The server is out of space. Please retry later',
      draftConflict: 'This draft was changed elsewhere',
      draftSent: 'Another window has already sent other text of this draft',
      idempotencyConflict: 'This message was already sent',
      storeAway: 'The mail server is away. Please retry later',
    },
  },
} as const
type Language = keyof typeof words

describe.each(['zh-CN', 'en-US'] as const)('a mail that cannot be sent (%s)', (language: Language) => {
  const say = words[language]
  const open = (as: string) => openedComposer(`${as}-${language.toLowerCase()}`, { language, tier: 'free' })

  it('is told what is missing, first things first, beside the field that has the focus then', async () => {
    const { user, box } = await open('checks')
    const choose = (file: File) => fireEvent.change(screen.getByLabelText(say.pick), { target: { files: [file] } })
    send()
    await waitFor(() => expect(box).toHaveAccessibleDescription(say.recipientEmpty))
    expect(box).toHaveFocus()
    const many = Array.from({ length: tiers.free.recipientsPerMail + 1 }, (_, at) => `p${at}@ep.test`)
    await user.paste('broken@,')
    send()
    await waitFor(() => expect(box).toHaveAccessibleDescription(new RegExp(`^${say.recipientInvalid}`)))
    await user.keyboard('{ArrowLeft}{Delete}')
    await user.paste(many.join(','))
    send()
    await waitFor(() => expect(box).toHaveAccessibleDescription(say.recipientTooMany))
    await user.keyboard('{Control>}a{/Control}{Delete}wang@ep.test ')
    send()
    const subject = screen.getByLabelText(say.subject)
    await waitFor(() => expect(subject).toHaveAccessibleDescription(say.subjectEmpty))
    expect(subject).toHaveFocus()
    await user.keyboard('Plan')
    server.use(http.post('*/webmail/writemail/uploadPart.action', () => HttpResponse.error()))
    choose(new File(['x'], 'a.bin'))
    await screen.findByRole('button', { name: say.cancel })
    send()
    expect(await screen.findByText(say.attachmentsPending)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: say.cancel }))
    const large = new File(['x'], 'b.bin')
    Object.defineProperty(large, 'size', { value: limits.attachmentBytesPerMail + 1 })
    choose(large)
    expect(await screen.findByText(say.attachmentsTooLarge)).toBeInTheDocument()
  })

  it('is told what the gateway refuses, in words', async () => {
    const { user, box } = await open('refusals')
    await user.type(box, 'wang@ep.test ')
    await user.type(screen.getByLabelText(say.subject), 'Plan')
    for (const [code, told] of Object.entries(say.refusals)) {
      server.use(refuseOnce(sendMail, code))
      send()
      expect(await screen.findByText(told), code).toBeInTheDocument()
    }
    expect(screen.getByLabelText(say.subject)).toHaveValue('Plan')
  })
})

describe('too many recipients', () => {
  const brought = vi.fn((words: string | null, chips: number) => ({ words, chips }))
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  it('are told within sight, below all of them, each time it is tried', async () => {
    const { user, box } = await openedComposer('sight', { tier: 'free' })
    const most = tiers.free.recipientsPerMail
    await user.click(box)
    await user.paste(Array.from({ length: most + 1 }, (_, at) => `p${at}@ep.test`).join(','))
    await user.click(screen.getByLabelText('主题'))
    Object.defineProperty(Element.prototype, 'scrollIntoView', {
      configurable: true,
      value(this: Element) {
        // The line brings its own box into view as it grows.
        if (this.getAttribute('role') === 'alert')
          brought(this.textContent, document.querySelectorAll('.compose-chip').length)
      },
    })
    for (const time of [1, 2]) {
      send()
      await waitFor(() => expect(brought).toHaveBeenCalledTimes(time))
      expect(brought).toHaveBeenLastCalledWith(`收件人最多 ${most} 位，现有 ${most + 1} 位`, most + 1)
    }
  })
})

describe('refused recipients', () => {
  it('are named beside the lines in which they stand, marked until they are mended, and the rest goes', async () => {
    const { user, box } = await openedComposer('named')
    await user.type(box, 'nobody@ep.test wang@ep.test ')
    await user.click(screen.getByRole('button', { name: '添加抄送' }))
    await user.keyboard('Gone <gone@ep.test>;')
    await user.type(screen.getByLabelText('主题'), '合同')
    send()
    const cc = screen.getByRole('combobox', { name: '抄送' })
    await waitFor(() => expect(cc).toHaveAccessibleDescription('没有这个收件人：gone@ep.test'))
    expect(box).toHaveAccessibleDescription('没有这个收件人：nobody@ep.test')
    const chip = (name: string) => screen.getByRole('button', { name })
    expect(chip('nobody@ep.test')).toHaveAttribute('aria-invalid', 'true')
    expect(chip('Gone <gone@ep.test>')).toHaveAccessibleDescription(/没有这个收件人：gone@ep.test/)
    expect(chip('wang@ep.test')).not.toHaveAttribute('aria-invalid')
    await user.click(screen.getByRole('button', { name: '移除 nobody@ep.test' }))
    expect(chip('Gone <gone@ep.test>')).toHaveAttribute('aria-invalid', 'true')
    await user.click(screen.getByRole('button', { name: '移除 Gone <gone@ep.test>' }))
    send()
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
  })
})

describe('the sends of an organization', () => {
  it.each([
    ['house', 1_600, 1],
    ['quiet', 1_599, 0],
  ])('are told with their limit from 80 % on (%s)', async (as, sent, lines) => {
    const { user } = await openedComposer(as, { tier: 'enterprise', language: 'en-US' })
    const count = vi.fn(() => HttpResponse.json({ code: '200', sent, limit: 2_000 }))
    server.use(http.post(`*/${corporateSendCount.path}`, count))
    await user.click(screen.getByRole('button', { name: 'Write another' }))
    await waitFor(() => expect(count).toHaveBeenCalled())
    await waitFor(() => expect(screen.queryAllByText(/messages sent within 24 hours/)).toHaveLength(lines))
    expect(
      screen.queryAllByText(`${sent.toLocaleString('en-US')} of 2,000 messages sent within 24 hours`),
    ).toHaveLength(lines)
  })
})
