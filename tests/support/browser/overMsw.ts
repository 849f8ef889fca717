/** Mounts the gateway's own bindings under msw, so that no mock can drift from the product. */
import { type HttpHandler, HttpResponse, http } from 'msw'
import type { Endpoint } from '#contract/endpoint'
import type { TestGateway } from '../gateway/gateway'

const underWay = new Set<Promise<Response>>()

function counted(answer: Promise<Response>): Promise<Response> {
  underWay.add(answer)
  const settled = () => underWay.delete(answer)
  answer.then(settled, settled)
  return answer
}

/**
 * Waits until the calls of pages that a test left are answered: answers are told through events of the window, which must still be there. What a
 * test holds back for good is waited for a moment only.
 */
export async function callsAnswered(): Promise<void> {
  const until = performance.now() + 2_000
  // An answer is read and told in turns of its own, and may be what the next call waited for.
  for (let quiet = 0; quiet < 5 && performance.now() < until; ) {
    await nextTurn()
    quiet = underWay.size === 0 ? quiet + 1 : 0
  }
  underWay.clear()
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Answers every call below `webmail/`, on whatever origin it is asked. */
export function gatewayHandlers(gateway: Pick<TestGateway, 'fetch'>): HttpHandler[] {
  return [http.all('*/webmail/*', ({ request }) => counted(gateway.fetch(request)))]
}

/** In place of the gateway's own answer to one call: an object for its JSON, or a line that is cut. */
export function mock({ path }: Endpoint, answer: Readonly<Record<string, unknown>> | 'unreachable'): HttpHandler {
  return http.all(`*/${path}`, () => (answer === 'unreachable' ? HttpResponse.error() : HttpResponse.json(answer)))
}
