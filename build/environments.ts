/** Part of the build: reads the three environments (SPEC §7) for the page and its policy. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { normalizePath, type Plugin } from 'vite'
import { type Environment, gatewayOriginsFile, originOfBase } from '../src/contract/gatewayOrigins.ts'

const names = ['local', 'beta', 'production'] as const
const variables = ['PAGE_HOSTNAMES', 'GATEWAY_URL'] as const

type Variable = (typeof variables)[number]
type Env = Readonly<Record<string, string | undefined>>
/** What a variable holds, and where that is written. */
type Setting = { readonly text: string; readonly where: string }

/** Gives the page the table, and writes the gateways' origins beside the app. */
export function environmentsBuild(): Plugin {
  let environments: readonly Environment[] = []
  return {
    name: 'ep-environments',
    config({ root = process.cwd() }) {
      environments = readEnvironments(root, process.env)
      // Vite itself would merge the files that belong to its mode.
      return { envDir: false, define: { __EP_ENVIRONMENTS__: JSON.stringify(environments) } }
    },
    configResolved({ root, configFileDependencies }) {
      configFileDependencies.push(...names.map((name) => normalizePath(join(root, fileOf(name)))))
    },
    generateBundle() {
      const source = JSON.stringify(gatewayOriginsOf(environments))
      this.emitFile({ type: 'asset', fileName: gatewayOriginsFile, source })
    },
  }
}

const fileOf = (name: string) => `.env.${name}`

/**
 * What the three files of `folder` say, each of its own environment. Throws where a value is of no use.
 * `env` overrides a file's variable by one with the environment's name behind it: `GATEWAY_URL_BETA`.
 */
export function readEnvironments(folder: string, env: Env): readonly Environment[] {
  const owners = new Map<string, Setting>()
  return names.map((name) => {
    const settings = readSettings(folder, name, env)
    const hostnames = hostnamesOf(settings.PAGE_HOSTNAMES)
    for (const hostname of hostnames) {
      const owner = owners.get(hostname) ?? settings.PAGE_HOSTNAMES
      if (owner !== settings.PAGE_HOSTNAMES)
        throw new Error(`${owner.where} and ${settings.PAGE_HOSTNAMES.where} both name ${hostname}`)
      owners.set(hostname, owner)
    }
    const gatewayUrl = gatewayUrlOf(settings.GATEWAY_URL)
    if (gatewayUrl !== '' && hostnames.length === 0)
      throw new Error(`${settings.PAGE_HOSTNAMES.where} is empty, so no page uses ${settings.GATEWAY_URL.where}`)
    return { hostnames, gatewayUrl }
  })
}

function readSettings(folder: string, name: string, env: Env): Readonly<Record<Variable, Setting>> {
  const file = fileOf(name)
  const written = parseEnv(readFileSync(join(folder, file), 'utf8'))
  const unknown = Object.keys(written).find((key) => !variables.some((variable) => variable === key))
  if (unknown !== undefined) throw new Error(`${unknown} in ${file} is none of its variables: ${variables.join(', ')}`)
  const settingOf = (variable: Variable): Setting => {
    const override = `${variable}_${name.toUpperCase()}`
    const text = env[override]
    if (text === undefined) return { text: (written[variable] ?? '').trim(), where: `${variable} in ${file}` }
    return { text: text.trim(), where: `${override}, in place of ${variable} in ${file},` }
  }
  return { PAGE_HOSTNAMES: settingOf('PAGE_HOSTNAMES'), GATEWAY_URL: settingOf('GATEWAY_URL') }
}

/** As a browser spells them in `location.hostname`: lower case, IDN as A-labels. */
function hostnamesOf({ text, where }: Setting): readonly string[] {
  const written = text.split(',').map((hostname) => hostname.trim())
  return written.filter(Boolean).map((hostname) => {
    const url = `http://${hostname}`
    const isPlain = /^(?:\[[\da-f:.]+\]|[^\s:/\\?#@]+)$/i.test(hostname) && URL.canParse(url)
    const spelled = isPlain ? new URL(url).hostname : ''
    if (!/^(?:\[.+\]|[\w-]+(?:\.[\w-]+)*\.?)$/.test(spelled))
      throw new Error(
        `${where} is to hold hostnames by commas, without scheme, port, path or blank; not ${JSON.stringify(hostname)}`,
      )
    return spelled
  })
}

/** As the URL standard spells it; empty where the page's own origin is meant. */
function gatewayUrlOf({ text, where }: Setting): string {
  if (text === '' || text === '/') return ''
  if (originOfBase(text) !== null) {
    const { href, origin, pathname } = new URL(text)
    // The path of a call is appended, and browsers fetch no address that holds a password.
    if (href === origin + pathname) return href
  }
  throw new Error(
    `${where} is to be an http(s) address such as https://gateway.example.com, or / for the page's own; not ${JSON.stringify(text)}`,
  )
}

/** Each origin once; no policy permits a host that only stands for one (RFC 2606). */
function gatewayOriginsOf(environments: readonly Environment[]): readonly string[] {
  const urls = environments.flatMap(({ gatewayUrl }) => (gatewayUrl === '' ? [] : [new URL(gatewayUrl)]))
  return [...new Set(urls.filter(({ hostname }) => !hostname.endsWith('.example')).map(({ origin }) => origin))]
}
