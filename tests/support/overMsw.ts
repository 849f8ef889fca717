/** Mounts the gateway's own bindings under msw, so that no mock can drift from the product. */
import { type HttpHandler, http } from 'msw'
import type { TestGateway } from './gateway'

/** Answers every call below `webmail/`, on whatever origin it is asked. */
export function gatewayHandlers(gateway: Pick<TestGateway, 'fetch'>): HttpHandler[] {
  return [http.all('*/webmail/*', ({ request }) => gateway.fetch(request))]
}
