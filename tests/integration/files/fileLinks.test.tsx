/** Links to files on their page. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished } from 'vitest'
import '#src/features/files/FilesPage'
import { fileLinks, revokeFileLink } from '#contract/endpoints/files/links'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'

openServer()

it('a link to a file in the trash is withdrawn; where the list cannot be read again, that is said', async () => {
  const gateway = await makeTestGateway()
  onTestFinished(() => gateway.close())
  await gateway.account('lin@ep.test')
  const link = { id: 'a', name: '合同.pdf', size: 1, madeAt: 1, expiresAt: 2, downloads: 0, state: 'gone' }
  const list = { code: '200', list: [link], total: 1, page: 1, now: 1 }
  let isRead = false
  const rendered = renderApp('/records?tab=links', { as: 'lin', gateway })
  server.use(
    http.post(`*/${fileLinks.path}`, () => {
      if (isRead) return HttpResponse.json({})
      isRead = true
      return HttpResponse.json(list)
    }),
    http.post(`*/${revokeFileLink.path}`, () => HttpResponse.json({ code: '200' })),
  )
  const { user } = await rendered
  await user.click(await screen.findByRole('button', { name: '撤回“合同.pdf”的链接' }))
  expect(screen.queryByRole('button', { name: /^续期/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '撤回' }))
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  await waitFor(() => expect(screen.getByText('合同.pdf')).toBeVisible())
})
