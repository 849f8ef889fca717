/** Serves the metrics on a port of their own, so that no mistake in a proxy's configuration shows them to the world. */
import { createServer } from 'node:http'
import type { Metrics } from './metrics'

export type MetricsListener = { readonly port: number; readonly close: () => Promise<void> }

export async function listenMetrics(options: {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly metrics: Metrics
}): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    options.metrics.render().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
