/** Part of the build: writes the origins of `VITE_API_*` beside the app, for the policy of whoever serves it. */
import type { Plugin } from 'vite'
import { gatewayOriginsFile, originOfBase } from '../src/contract/gatewayOrigins.ts'

export function gatewayOriginsBuild(): Plugin {
  let origins: readonly string[] = []
  return {
    name: 'ep-gateway-origins',
    apply: 'build',
    configResolved({ env }) {
      origins = gatewayOriginsOf(env)
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: gatewayOriginsFile, source: JSON.stringify(origins) })
    },
  }
}

/** Each origin once, in the order of the variables. Throws where a base is no http(s) address: no policy could allow it. */
export function gatewayOriginsOf(env: Readonly<Record<string, unknown>>): readonly string[] {
  const origins = Object.entries(env).flatMap(([name, base]) => {
    if (!name.startsWith('VITE_API_') || typeof base !== 'string' || base === '') return []
    const origin = originOfBase(base)
    if (origin === null) throw new Error(`${name} is to be an address such as https://gateway.example.com, or empty`)
    return [origin]
  })
  return [...new Set(origins)]
}
