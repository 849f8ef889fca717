/** A line that can be cut, and what the gateway was asked to send over it. */
import { type HttpHandler, HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { sendMail } from '#contract/endpoints/sending/sending'
import { server } from '../../support/browser/renderApp'
import { type TestGateway, testPassword } from '../../support/gateway/gateway'

export function cuttableLine() {
  let isCut = false
  /** Keys of the sends that came through, in their order. */
  const keys: (string | null)[] = []
  /** The next answer to a send is lost though the gateway has it. */
  let losesNext = false
  return {
    keys,
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
    },
    loseNextAnswer: () => {
      losesNext = true
    },
    /** In front of a gateway; a page that is opened later puts its own behind. */
    through: (gateway: TestGateway): void => {
      const line: HttpHandler = http.all('*/webmail/*', async ({ request }) => {
        if (isCut) return HttpResponse.error()
        const isSend = request.url.endsWith(sendMail.path)
        if (!isSend) return undefined
        keys.push(new URLSearchParams(await request.clone().text()).get('idempotencyKey'))
        if (!losesNext) return undefined
        losesNext = false
        isCut = true
        await gateway.fetch(request.clone())
        return HttpResponse.error()
      })
      server.use(line)
    },
  }
}

/** One after the other, as the browser's own locks; jsdom has none. */
export function stubLocks(): void {
  const last = new Map<string, Promise<unknown>>()
  const request = (name: string, work: () => Promise<unknown>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    return turn
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request, query: async () => ({}) } }))
}

/** Subjects that lie in a folder. */
export async function subjectsIn(gateway: TestGateway, who: string, folder: string): Promise<readonly string[]> {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder, page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  return ((await gateway.stores.mailStores.of(owner).page(query))?.list ?? []).map(({ subject }) => subject)
}

export { testPassword }
