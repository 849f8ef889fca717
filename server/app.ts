/** The house with its door: testable without a port. */
import type { FastifyInstance } from 'fastify'
import type { Gateway } from './composition/root'
import type { Config } from './config/readConfig'
import type { Answered } from './http/answered'
import { readGatewayOrigins } from './http/gatewayOrigins'
import type { BodyPace } from './http/httpServer'
import { overFastify } from './http/overFastify'
import { makeReadiness, type Readiness } from './http/readiness'

/** What the process adds when it listens for real. */
export type Watching = {
  readonly readiness?: Readiness
  readonly onAnswered?: (answered: Answered) => void
  /** In place of the usual pace of bodies. */
  readonly pace?: BodyPace
}

/** `appFolder` is where the built app lies; null serves calls alone. */
export async function buildApp(
  house: Gateway,
  config: Config,
  appFolder: string | null,
  watching: Watching = {},
): Promise<FastifyInstance> {
  const app = await overFastify({
    handler: house.handler,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    connectionsPerAddress: config.connectionsPerAddress,
    pace: watching.pace,
    appFolder,
    brand: config.brand,
    gatewayOrigins: appFolder === null ? [] : await readGatewayOrigins(appFolder),
    readiness:
      watching.readiness ??
      makeReadiness({ checks: { database: house.isHealthy, disk: house.hasRoom }, now: Date.now }),
    onAnswered: watching.onAnswered,
    reportBug: house.report,
  })
  // They would never end by themselves, and who reads them asks another gateway then (TRUST R18).
  app.addHook('preClose', async () => house.parts.news.close())
  return app
}
