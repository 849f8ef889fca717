/** Links to files outlive their ticket: the newest one is tried before a file counts as broken. */
import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import '#src/features/files/FilesPage'
import '#src/features/files/mine/FilePreview'
import '#src/features/files/mine/PdfPreview'
import { listFiles } from '#contract/endpoints/files/files'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { callsAnswered, mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'

const drawn = vi.hoisted((): (readonly [number, boolean])[] => [])
// A canvas has no pixels here: each page is told, and the old ticket opens the first alone.
vi.mock('pdfjs-dist', () => ({
  GlobalWorkerOptions: {},
  version: '0',
  getDocument: ({ url }: { url: string }) => ({
    promise: Promise.resolve({
      numPages: 3,
      getPage: async (page: number) => {
        const isOld = url.includes('sid=old')
        drawn.push([page, isOld])
        if (isOld && page > 1) throw new Error('401')
        return new Promise(() => undefined)
      },
    }),
    destroy: async () => undefined,
  }),
}))

openServer()
let close: () => Promise<void> = async () => undefined
afterEach(() => close())

const entry = { parent: '', isFolder: false, size: 5, changedAt: 1, version: 1 }
const entries = [
  { ...entry, id: 'p', name: 'a.png', type: 'image/png' },
  { ...entry, id: 'd', name: 'b.pdf', type: 'application/pdf' },
]

/** The next ticket is over at once; the one after it is the gateway's own. */
function endTicket() {
  let asked = 0
  server.use(
    http.get(`*/${downloadTicket.path}`, () => {
      asked += 1
      return asked === 1 ? HttpResponse.json({ code: '200', sid: 'old', expires: 0 }) : undefined
    }),
  )
  return async () => {
    await expect.poll(() => asked, { timeout: 3_000 }).toBe(2)
    await callsAnswered()
  }
}

it('pictures of the list, and a PDF on its page, are fetched by the newest ticket before they count as broken', async () => {
  const gateway = await makeTestGateway()
  close = gateway.close
  const rendered = renderApp('/records', { as: 'lin', gateway })
  server.use(mock(listFiles, { code: '200', entries, next: '', total: 2, path: [] }))
  const renewed = endTicket()
  const { user } = await rendered
  const list = within(await screen.findByRole('row', { name: /^a\.png/ }))
  const picture = () => list.queryByRole('presentation', { hidden: true })
  await expect.poll(() => picture()?.getAttribute('src')).toContain('sid=old')
  await renewed()
  fireEvent.error(picture() ?? document.body)
  expect(picture()?.getAttribute('src')).not.toContain('sid=old')
  fireEvent.error(picture() ?? document.body)
  expect(picture()).toBeNull()

  const again = endTicket()
  await user.click(screen.getByText('b.pdf'))
  const next = await screen.findByRole('button', { name: '下一页 PDF' })
  await again()
  await user.click(next)
  await expect.poll(() => drawn.at(-1)).toEqual([2, false])
  expect(drawn).toContainEqual([2, true])
  expect(await screen.findByText(/2 \/ 3/)).toBeVisible()
})
