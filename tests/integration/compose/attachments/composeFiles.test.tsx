/** Files of a mail being written: in parts, cut, resumed, cancelled, refused. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#contract/limits'
import { openServer, renderApp, server } from '#tests/support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'
import { closeComposers, leftOpen } from '../composeSetup'

openServer()
closeComposers()

const waiting = { type: 'text/plain', size: 1, cid: null }

async function opened(as: string, gateway?: TestGateway) {
  const app = await renderApp('/writeMail', { as, ...(gateway && { gateway }) })
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}

const choose = (file: File) => fireEvent.change(screen.getByLabelText('选择文件'), { target: { files: [file] } })

const bytes = Uint8Array.from({ length: 2_500_000 }, (_unused, at) => (at * 7) % 251)
const parts = '*/webmail/writemail/uploadPart.action'

/** Counts parts, and cuts the line at the second. */
function cutAtSecond(offsets: string[]) {
  return http.post(parts, ({ request }) => {
    offsets.push(new URL(request.url).searchParams.get('offset') ?? '')
    return offsets.length === 2 ? HttpResponse.error() : undefined
  })
}

describe('uploading', () => {
  it('R13: goes on after a cut where the gateway stands, and the mail waits for it', async () => {
    const { user } = await opened('cut')
    const offsets: string[] = []
    server.use(cutAtSecond(offsets))
    choose(new File([bytes], '照片.zip', { type: 'application/zip' }))
    const files = within(screen.getByRole('group', { name: '附件' }))
    await files.findByRole('button', { name: '重试' })
    expect(files.getByRole('progressbar', { name: '照片.zip' })).toHaveAttribute('value', '41')
    await user.type(screen.getByLabelText('收件人'), 'cut@ep.test ')
    await user.type(screen.getByLabelText('主题'), '照片')
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByText('您有附件尚未上传完成')).toBeInTheDocument()
    await user.click(files.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('button', { name: '移除 照片.zip' })).toBeInTheDocument()
    const mebibyte = String(limits.uploadPartBytes)
    expect(offsets).toEqual(['0', mebibyte, mebibyte, String(2 * limits.uploadPartBytes)])
    await user.click(screen.getByRole('button', { name: '发送' }))
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
  })

  it('S27: says that too many are on their way, and goes on once there is room', async () => {
    const gateway = await makeTestGateway()
    onTestFinished(() => gateway.close())
    const { id } = await gateway.account('crowd@ep.test')
    const many = Array.from({ length: limits.openUploads }, (_unused, at) => ({ ...waiting, name: `${at}` }))
    for (const one of many) await gateway.stores.uploads.start(id, one, gateway.clock.now(), 2 ** 40)
    const { user } = await opened('crowd', gateway)
    choose(new File(['hello'], 'late.txt'))
    expect(await screen.findByText('最多同时上传200个文件，请等待或取消其中一些')).toBeVisible()
    await gateway.stores.uploads.removeAll(id)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('button', { name: '移除 late.txt' })).toBeVisible()
  })

  it('R13: can be cancelled, and leaves nothing', async () => {
    const { user } = await opened('cancel')
    server.use(cutAtSecond([]))
    choose(new File([bytes], 'a.bin'))
    await screen.findByRole('button', { name: '重试' })
    await user.click(screen.getByRole('button', { name: '取消上传 a.bin' }))
    expect(screen.queryByText('a.bin')).not.toBeInTheDocument()
  })

  it('what it kept from being sent is no longer said once it is cancelled', async () => {
    const { user } = await opened('unsaid')
    server.use(cutAtSecond([]))
    choose(new File([bytes], 'b.bin'))
    await screen.findByRole('button', { name: '重试' })
    await user.type(screen.getByLabelText('收件人'), 'unsaid@ep.test ')
    await user.type(screen.getByLabelText('主题'), '附件')
    await user.click(screen.getByRole('button', { name: '发送' }))
    await screen.findByText('您有附件尚未上传完成')
    await user.click(screen.getByRole('button', { name: '取消上传 b.bin' }))
    expect(screen.queryByText('您有附件尚未上传完成')).not.toBeInTheDocument()
  })

  it('R14: 51 MB are refused before anything is sent', async () => {
    await opened('large')
    let calls = 0
    server.use(
      http.post('*/webmail/writemail/startUpload.action', () => {
        calls += 1
        return undefined
      }),
    )
    const large = new File(['x'], 'large.iso')
    Object.defineProperty(large, 'size', { value: limits.attachmentBytesPerMail + 1 })
    choose(large)
    expect(await screen.findByText('附件总大小不能超过 50M')).toBeInTheDocument()
    expect(calls).toBe(0)
  })
})
