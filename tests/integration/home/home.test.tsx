import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'

openServer()

it('greets, shows the newest mail as a link to it, and how full the mailbox is', async () => {
  const gateway = await makeTestGateway()
  await gateway.account('lin@ep.test', { displayName: '林一', tier: 'soho' })
  const id = await gateway.deliver('lin@ep.test', 'From: Wang <wang@ep.test>\nTo: lin@ep.test\nSubject: 发票\n\nbody')
  await renderApp('/', { gateway, as: 'lin' })
  expect(await screen.findByRole('heading', { name: /好，林一$/ })).toBeInTheDocument()
  const mail = await screen.findByRole('link', { name: /Wang.*发票/ })
  expect(mail).toHaveAttribute('href', `/receive/mailshow?${new URLSearchParams({ id })}`)
  expect(await screen.findByText('1 封未读邮件')).toBeInTheDocument()
  expect(screen.getByText(/^已用 .*，共 10 GB$/)).toBeInTheDocument()
  expect(window.location.pathname).toBe('/mainPage')
})

it('says what went wrong and tries again', async () => {
  const gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  const storeAway = [503]
  const { user } = await renderApp('/homePage', {
    gateway: {
      ...gateway,
      fetch: (request) =>
        request.url.includes('queryfolder2') && storeAway.pop() !== undefined
          ? Promise.resolve(new Response('', { status: 503 }))
          : gateway.fetch(request),
    },
    as: 'lin',
  })
  expect(await screen.findByText('邮件服务器暂时无法使用，请稍后重试')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('还没有邮件')).toBeInTheDocument()
})

it('writes a message by the key c', async () => {
  const gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  const { user } = await renderApp('/homePage', { gateway, as: 'lin' })
  await screen.findByText('还没有邮件')
  await user.keyboard('c')
  expect(await screen.findByRole('dialog', { name: '写信：新邮件' })).toBeVisible()
})
