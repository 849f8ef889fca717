/** What the menu More does to mails of the list: forward them as files, and print one. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function inbox(subjects: readonly string[], language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  const ids: string[] = []
  for (const subject of subjects) {
    ids.push(await deliverPlain(gateway, 'lin', { subject }))
    gateway.clock.advance(60_000)
  }
  const app = await renderApp('/receive', { as: 'lin', gateway })
  const row = (subject: string) => screen.findByRole('row', { name: new RegExp(subject) })
  const select = async (subject: string) => app.user.click(within(await row(subject)).getByRole('checkbox'))
  await row(subjects.at(-1) ?? '')
  return { ...app, ids, select, row }
}

describe('More', () => {
  it('forwards several mails as files of one, from the keyboard too', async () => {
    const { user, select } = await inbox(['One', 'Two', 'Three'])
    await select('One')
    await select('Two')
    within(screen.getByRole('toolbar', { name: '邮件操作' }))
      .getByRole('button', { name: '更多' })
      .focus()
    await user.keyboard('{Enter}')
    screen.getByRole('menuitem', { name: '作为附件转发' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('One.eml')).toBeVisible()
    expect(screen.getByText('Two.eml')).toBeVisible()
    expect(screen.queryByText('Three.eml')).toBeNull()
    expect(screen.getByRole('dialog', { name: /^写信：/ })).toContainElement(screen.getByText('One.eml'))
    expect(window.location.pathname).toBe('/receive')
  })

  it('forwards the mail of a row as a file, with its subject', async () => {
    const { user, row } = await inbox(['One'], 'en-US')
    await user.pointer({ keys: '[MouseRight]', target: await row('One') })
    await user.click(await screen.findByRole('menuitem', { name: 'Forward as attachment' }))
    expect(await screen.findByText('One.eml')).toBeVisible()
    expect(await screen.findByDisplayValue('Fwd: One')).toBeVisible()
  })

  it('prints one mail apart, and says why not several', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, select, ids } = await inbox(['One', 'Two'], 'en-US')
    const more = () =>
      user.click(within(screen.getByRole('toolbar', { name: 'Message actions' })).getByRole('button', { name: 'More' }))
    await select('One')
    await more()
    await user.click(screen.getByRole('menuitem', { name: 'Print' }))
    expect(opened).toHaveBeenCalledExactlyOnceWith(`/priintmail?id=${ids[0]}`, '_blank', 'noopener')
    await select('Two')
    await more()
    const print = screen.getByRole('menuitem', { name: 'Print' })
    expect(print).toHaveAttribute('aria-disabled', 'true')
    expect(print).toHaveAttribute('title', 'Select one message')
    opened.mockRestore()
  })

  it('says why it does not forward or block all that a folder holds', async () => {
    const { user } = await inbox(Array.from({ length: 52 }, (_, n) => `M${n}`))
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    await user.click(await screen.findByRole('button', { name: '选择“收件箱”中的全部 52 封' }))
    await user.click(within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name: '更多' }))
    for (const name of ['作为附件转发', '标为垃圾邮件并拉黑发件人']) {
      const item = screen.getByRole('menuitem', { name })
      expect(item).toHaveAttribute('aria-disabled', 'true')
      expect(item).toHaveAttribute('title', '请选择本页的邮件：此操作不能用于整个文件夹')
    }
  })
})
