/** Which gateway answers a page, by the page's hostname (SPEC §7); the page's own origin unless the configuration names another. */

const environments = ['LOCAL', 'BETA', 'PRODUCTION'] as const

/** `env` holds `VITE_HOST_<X>` (hostnames, by commas) and `VITE_API_<X>` (the base for them). */
export function chooseBaseUrl(hostname: string, env: Readonly<Record<string, unknown>>): string {
  for (const name of environments) {
    const hosts = env[`VITE_HOST_${name}`]
    const base = env[`VITE_API_${name}`]
    if (typeof hosts !== 'string' || typeof base !== 'string') continue
    if (hosts.split(',').some((host) => host.trim() === hostname)) return base
  }
  return ''
}
