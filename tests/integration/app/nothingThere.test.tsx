/** Addresses that name a folder, a draft or a mail that is not there: each says so, and leads on. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

const says = {
  'zh-CN': {
    pane: '阅读邮件',
    nothing: '这里没有可阅读的邮件',
    choose: '选择一封邮件来阅读',
    folder: '没有这个文件夹',
    toInbox: '去收件箱',
    inbox: '收件箱',
    draft: '没有这份草稿',
    mail: '没有要回复或转发的邮件',
    write: '写新邮件',
    subject: '主题',
  },
  'en-US': {
    pane: 'Open message',
    nothing: 'There is nothing to read here',
    choose: 'Select a message to read it',
    folder: 'There is no such folder',
    toInbox: 'Go to the inbox',
    inbox: 'Inbox',
    draft: 'There is no such draft',
    mail: 'There is no message to answer or forward',
    write: 'Write a new message',
    subject: 'Subject',
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('in %s', (language) => {
  const say = says[language]
  async function at(path: string) {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    await deliverPlain(gateway, 'lin')
    return renderApp(path, { as: 'lin', gateway })
  }

  it('a folder that is not there offers nothing to read, and leads to the inbox', async () => {
    const { user } = await at('/folder/nope')
    const pane = within(await screen.findByRole('region', { name: say.pane }))
    expect(await pane.findByText(say.nothing)).toBeVisible()
    expect(pane.queryByText(say.choose)).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: say.folder })).toBeVisible()
    await user.click(screen.getByRole('link', { name: say.toInbox }))
    expect(await screen.findByRole('heading', { level: 1, name: say.inbox })).toBeVisible()
    expect(await pane.findByText(say.choose)).toBeVisible()
  })

  it.each([
    ['/writeMail?id=nope', say.draft],
    ['/draft/writeMail?mode=draft&id=nope', say.draft],
    ['/writeMail?mode=reply&id=nope', say.mail],
  ])('%s says what is missing, and a new mail can be written', async (path, words) => {
    const { user } = await at(path)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByLabelText(say.subject)).toBeNull()
    await user.click(screen.getByRole('link', { name: say.write }))
    await waitFor(() => expect(window.location.search).toContain('mode=new'))
    expect(await screen.findByLabelText(say.subject)).toHaveValue('')
  })
})
