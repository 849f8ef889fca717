/** A session that ended while a mail was written on its own page: after the modal the words stand there again, unasked (SPEC §4, R6). */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { saveDraft } from '#contract/endpoints/sending/sending'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { testPassword } from '../../support/gateway/gateway'
import { closeComposers, leavePage, openedComposer } from './composeSetup'

openServer()
closeComposers()

/** A page with a subject that this browser alone holds, since the session had ended when it was saved. */
async function unsaved(as: string) {
  const app = await openedComposer(as)
  server.use(http.post(`*/${saveDraft.path}`, () => HttpResponse.json({ code: '403' }, { status: 403 })))
  await app.user.type(screen.getByLabelText('主题'), '未保存')
  await app.user.keyboard('{Control>}s{/Control}')
  const modal = within(await screen.findByRole('dialog', { name: '登录已超时' }))
  await waitFor(async () =>
    expect((await app.services.localDrafts.ofAccount(`${as}@ep.test`))[0]?.content).toMatchObject({
      content: { subject: '未保存' },
    }),
  )
  return { ...app, modal }
}

describe('a mail on its own page', () => {
  it('R6: goes on where it was after the modal', async () => {
    const first = await unsaved('resumes')
    await first.user.type(first.modal.getByLabelText('密码'), `${testPassword}{Enter}`)
    await waitFor(() => expect(first.reload).toHaveBeenCalledOnce())
    await leavePage(first)

    const again = await renderApp('/writeMail', { gateway: first.gateway })
    await waitFor(() => expect(screen.getByLabelText('主题')).toHaveValue('未保存'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(again.services.tabItems.get('resumes')).toBeNull()
  })

  it('R6: is offered by hand to whoever just comes back later', async () => {
    const first = await unsaved('comesback')
    await leavePage(first)

    await renderApp('/writeMail', { gateway: first.gateway })
    const offer = within(await screen.findByRole('dialog', { name: '本设备上有更新的内容' }))
    expect(offer.getByText('未保存')).toBeVisible()
    expect(screen.getByLabelText('主题')).toHaveValue('')
  })
})
