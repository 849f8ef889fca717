/** Files that were still on their way when the page was loaded anew, its tab died or the mail was put away. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { uploadPart } from '#contract/endpoints/sending/uploads'
import { limits } from '#contract/limits'
import { openServer, renderApp, server } from '#tests/support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'
import { closeComposers, leavePage, leftOpen } from '../composeSetup'

openServer()
closeComposers()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  window.localStorage.removeItem('ep_language')
})

type App = Awaited<ReturnType<typeof renderApp>>

async function opened(as: string, path = '/writeMail'): Promise<App> {
  const app = await renderApp(path, { as, gateway })
  leftOpen(app.store)
  await screen.findByLabelText(/^主题$|^Subject$/)
  return app
}

const bytes = Uint8Array.from({ length: 2_500_000 }, (_unused, at) => (at * 7) % 251)
const photo = (content = bytes) => new File([content], '照片.zip', { type: 'application/zip' })
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText(/^选择文件$|^Choose files$/), { target: { files: [file] } })

/** The line is cut from the second part on; answers the offsets that were sent. */
function cutAtSecond(): string[] {
  const offsets: string[] = []
  server.use(
    http.post(`*/${uploadPart.path}`, ({ request }) => {
      offsets.push(new URL(request.url).searchParams.get('offset') ?? '')
      return offsets.length > 1 ? HttpResponse.error() : undefined
    }),
  )
  return offsets
}

/** The line is whole; answers the offsets that were sent. */
function whole(): string[] {
  const offsets: string[] = []
  server.use(
    http.post(`*/${uploadPart.path}`, ({ request }) => {
      offsets.push(new URL(request.url).searchParams.get('offset') ?? '')
      return undefined
    }),
  )
  return offsets
}

const one = String(limits.uploadPartBytes)
const two = String(2 * limits.uploadPartBytes)

/** The tab dies: what it kept in this browser stays as it is at this moment. */
async function die({ services, store, unmount }: App, who: string): Promise<void> {
  const account = `${who}@ep.test`
  await waitFor(async () =>
    expect((await services.localDrafts.ofAccount(account))[0]?.content).toMatchObject({
      unfinished: [{ name: '照片.zip', size: 2_500_000, uploadId: expect.any(String) }],
    }),
  )
  const kept = await services.localDrafts.ofAccount(account)
  await leavePage({ store, unmount })
  for (const draft of kept) await services.localDrafts.put(draft)
  server.resetHandlers()
}

const address = () => window.location.pathname + window.location.search

async function savedWithFile(as: string): Promise<App> {
  const app = await opened(as)
  await app.user.click(screen.getByRole('combobox', { name: '收件人' }))
  await app.user.paste(`${as}@ep.test;`)
  await app.user.click(screen.getByLabelText('主题'))
  await app.user.paste('照片')
  cutAtSecond()
  choose(photo())
  await screen.findByRole('button', { name: '重试' })
  await app.user.keyboard('{Control>}s{/Control}')
  await screen.findByText(/草稿已于/)
  await waitFor(() => expect(address()).toMatch(/draft=./))
  return app
}

describe('a file under way when the tab died', () => {
  it('R13: is named, keeps the mail from going, and goes on where the gateway stands once it is chosen again', async () => {
    await die(await savedWithFile('left'), 'left')
    const { user } = await opened('left', address())
    const files = within(screen.getByRole('group', { name: '附件' }))
    expect(await files.findByText('未完整上传，请重新选择。')).toBeVisible()
    expect(files.getByText('照片.zip')).toBeVisible()
    expect(files.getByText('2.4 MB')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByText('您有附件尚未上传完成')).toBeVisible()
    const offsets = whole()
    choose(photo())
    expect(await files.findByRole('button', { name: '移除 照片.zip' })).toBeVisible()
    await waitFor(() => expect(files.queryByText('未完整上传，请重新选择。')).not.toBeInTheDocument())
    await waitFor(() => expect(offsets).toEqual([one, two]))
    await waitFor(() => expect(files.queryByRole('progressbar')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
  })

  it('R13: begins anew where the file chosen is another of the same name and length', async () => {
    await die(await savedWithFile('other'), 'other')
    await opened('other', address())
    await screen.findByText('未完整上传，请重新选择。')
    const offsets = whole()
    choose(photo(Uint8Array.from(bytes, (byte) => byte ^ 1)))
    await waitFor(() => expect(offsets).toEqual([one, two, '0', one, two]))
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: '移除 照片.zip' })).toBeVisible()
  })

  it('can be removed, and the mail goes without it', async () => {
    await die(await savedWithFile('without'), 'without')
    const { user, services } = await opened('without', address())
    await screen.findByText('未完整上传，请重新选择。')
    await user.click(screen.getByRole('button', { name: '移除 照片.zip' }))
    expect(screen.queryByText('照片.zip')).not.toBeInTheDocument()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect(await services.localDrafts.ofAccount('without@ep.test')).toEqual([]))
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
  })

  it('is offered with a mail that held nothing else, and gone with it', async () => {
    const first = await opened('alone')
    cutAtSecond()
    choose(photo())
    await screen.findByRole('button', { name: '重试' })
    await die(first, 'alone')
    const second = await opened('alone')
    await second.user.click(await screen.findByRole('button', { name: '恢复' }))
    expect(await screen.findByText('未完整上传，请重新选择。')).toBeVisible()
    await second.user.click(screen.getByRole('button', { name: '关闭' }))
    expect(await screen.findByText('附件上传已取消')).toBeVisible()
    await waitFor(async () => expect(await second.services.localDrafts.ofAccount('alone@ep.test')).toEqual([]))
  })
})

describe('a file under way when its mail is put away', () => {
  it('is told of, and named again when the draft is opened', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    const { user } = await opened('away')
    await user.click(screen.getByLabelText('Subject'))
    await user.paste('Pictures')
    cutAtSecond()
    choose(photo())
    await screen.findByRole('button', { name: 'Retry' })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(
      await screen.findByText('Draft saved. Files that were not fully uploaded must be chosen again'),
    ).toBeVisible()
    await user.click(screen.getByRole('link', { name: /^Drafts/ }))
    await user.click(await screen.findByRole('row', { name: /Pictures/ }))
    expect(await screen.findByText('It was not fully uploaded, choose it again.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Choose the file' })).toHaveAccessibleDescription(
      'It was not fully uploaded, choose it again.',
    )
  })
})
