/** `/notifications`: each way of telling, really told when its button is pressed. */
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../support/browser/renderApp'
import { openedGuide } from './guideSetup'

openServer()

const words = {
  'zh-CN': {
    title: '通知',
    region: '通知',
    brief: [
      ['成功', '已移到已删除。'],
      ['提示', '列表已是最新。'],
      ['失败', '未能完成，请稍后再试。'],
      ['可撤销', '已删除一个示例。'],
    ],
    undo: '撤销',
    undone: '示例已恢复。',
    newMail: '新邮件横幅',
    came: /3 封新邮件/,
    start: '开始一个示例',
    off: '现在不能按',
    done: '示例已完成。',
    ask: '删除前的询问',
    asked: '彻底删除 3 个示例吗？',
    yes: '删除 3 个示例',
    answered: '已收到您的回答。',
    faces: ['等待中', '失败', '缺少一部分', '没有内容'],
    retry: '重试',
    waiting: '正在加载…',
    empty: '这里没有示例',
    field: '一个地址',
    check: '检查',
    noAddress: '请输入地址。',
    malformed: /这不是地址/,
    good: '这是一个地址。',
  },
  'en-US': {
    title: 'Notifications',
    region: 'Notices',
    brief: [
      ['Success', 'Moved to Deleted.'],
      ['Information', 'The list is up to date already.'],
      ['Failure', 'This could not be done. Please try again later.'],
      ['With Undo', 'A sample was deleted.'],
    ],
    undo: 'Undo',
    undone: 'The sample is back.',
    newMail: 'Banner of new messages',
    came: /3 new messages/,
    start: 'Start a sample',
    off: 'Cannot be pressed now',
    done: 'The sample is done.',
    ask: 'Question before something is destroyed',
    asked: 'Delete 3 samples forever?',
    yes: 'Delete 3 samples',
    answered: 'Your answer was taken.',
    faces: ['Waiting', 'Failed', 'A part is missing', 'Nothing there'],
    retry: 'Retry',
    waiting: 'Loading…',
    empty: 'No samples here',
    field: 'An address',
    check: 'Check',
    noAddress: 'Enter an address.',
    malformed: /This is no address/,
    good: 'This is an address.',
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('notifications, %s', (language) => {
  const say = words[language]
  async function opened() {
    const app = await openedGuide('/notifications', language, say.title)
    const press = (name: string) => app.user.click(screen.getByRole('button', { name }))
    /** In the one region that is read aloud. */
    const told = (text: string) => within(screen.getByRole('region', { name: say.region })).findByText(text)
    return { ...app, press, told }
  }

  it('brief ones stand in the region that is read aloud, an Undo is answered, and new mail has its banner', async () => {
    const { press, told } = await opened()
    for (const [name, text] of say.brief) {
      await press(name)
      expect(await told(text)).toBeVisible()
    }
    await press(say.undo)
    expect(await told(say.undone)).toBeVisible()
    await press(say.newMail)
    expect(await screen.findByRole('button', { name: say.came })).toBeVisible()
  })

  it('work tells how far it is and that it ended, and a dialog waits for its answer by keyboard', async () => {
    const { press, told, user } = await opened()
    expect(screen.getByRole('button', { name: say.off })).toHaveAttribute('aria-disabled', 'true')
    await press(say.start)
    expect(await screen.findByRole('progressbar', { name: /10/ })).toBeVisible()
    expect(await told(say.done)).toBeVisible()
    screen.getByRole('button', { name: say.ask }).focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: say.asked })
    await user.click(within(dialog).getByRole('button', { name: say.yes }))
    expect(await told(say.answered)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a list’s place has each of its faces, and a field says what is wrong and takes the focus', async () => {
    const { press, told, user } = await opened()
    const [waiting, failed, part, empty] = say.faces
    for (const face of [failed, part]) {
      await user.click(screen.getByRole('radio', { name: face }))
      expect(await screen.findByRole('alert')).toBeVisible()
      await press(say.retry)
      expect(screen.getByRole('radio', { name: waiting })).toBeChecked()
    }
    expect(screen.getByRole('status', { name: say.waiting })).toBeVisible()
    await user.click(screen.getByRole('radio', { name: empty }))
    expect(screen.getByText(say.empty)).toBeVisible()
    const field = screen.getByRole('textbox', { name: say.field })
    await press(say.check)
    expect(await screen.findByRole('alert')).toHaveTextContent(say.noAddress)
    expect(field).toHaveFocus()
    expect(field).toBeInvalid()
    await user.keyboard('anna{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(say.malformed)
    expect(field).toHaveAccessibleDescription(say.malformed)
    await user.keyboard('@ep.test{Enter}')
    expect(await told(say.good)).toBeVisible()
    expect(field).toBeValid()
  })
})
