/** The house with its door: testable without a port. */
import type { FastifyInstance } from 'fastify'
import type { Config } from './config'
import type { House } from './house'
import { overFastify } from './http/overFastify'

/** `appFolder` is where the built app lies; null serves calls alone. */
export function buildApp(house: House, config: Config, appFolder: string | null): Promise<FastifyInstance> {
  return overFastify({
    handler: house.handler,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    appFolder,
    isHealthy: house.isHealthy,
    reportBug: house.report,
  })
}
