/** How one variable of the environment is read: each reading takes the text and says what it expects when it cannot. */
import { isIP } from 'node:net'
import * as v from 'valibot'
import { registrationModes } from '../../src/contract/endpoints/session/registration'
import { asciiDomain } from '../../src/contract/mail/domainSpelling'
import { holdsControl } from '../../src/contract/rules'
import { tierIds } from '../../src/contract/tiers'
import { logLevels } from '../http/log'
import { isLoopback } from '../kit/network/loopback'
import { readTrustedProxies, type TrustedProxies } from '../kit/network/trustedProxies'

export type Environment = Readonly<Record<string, string | undefined>>

/** A server that takes mail for the outside. */
export type RelayAddress = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (RFC 8314); else STARTTLS is used where the server offers it. */
  readonly secure: boolean
  readonly user: string | null
  readonly password: string | null
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const isHostName = (text: string) => text.length <= 253 && text.split('.').every((it) => label.test(it))

function wholeNumber(least: number, most: number, expected: string) {
  return v.pipe(
    v.string(),
    // Strictly digits: Number() would also take '', '0x50', '1e3' and ' 25 '.
    v.regex(/^(0|[1-9]\d{0,15})$/, expected),
    v.transform(Number),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  )
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && (text === url.origin || text === `${url.origin}/`) ? url.origin : null
}

/** A mail server on which people sign in themselves. */
export type ServerAddress = Pick<RelayAddress, 'host' | 'port' | 'secure'>

/** `schemes`: each with its port, and whether TLS begins with the first byte. */
function serverOf(schemes: Readonly<Record<string, { readonly port: number; readonly secure: boolean }>>) {
  return (text: string): ServerAddress | null => {
    if (!URL.canParse(text)) return null
    const url = new URL(text)
    const scheme = schemes[url.protocol.slice(0, -1)]
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!scheme || (!isHostName(host) && isIP(host) === 0)) return null
    // Each person's own password is used, so one in the address is a mistake.
    if (url.username !== '' || url.password !== '' || url.port === '0') return null
    if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '') return null
    return { host, port: Number(url.port || scheme.port), secure: scheme.secure }
  }
}

/** Who counts page views. */
const viewServices = ['counter', 'matomo', 'plausible', 'none'] as const

function serviceUrlOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')))
  return isSafe && username === '' && password === '' && hash === '' ? text : null
}

function scannerOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, pathname, search, hash, port, origin } = new URL(text)
  const isBare = username === '' && password === '' && pathname === '/' && search === '' && hash === ''
  return isBare && port !== '0' && (protocol === 'http:' || protocol === 'https:') ? origin : null
}

function databaseOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, pathname } = new URL(text)
  const isPostgres = protocol === 'postgres:' || protocol === 'postgresql:'
  return isPostgres && /^\/[^/]+$/.test(pathname) ? text : null
}

const keyBytes = 32

function keyOf(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === keyBytes ? bytes : null
}

function objectStorageOf(text: string) {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const [bucket = '', ...rest] = url.pathname.slice(1).split('/')
  if (!['http:', 'https:'].includes(url.protocol) || url.hash !== '' || url.port === '0') return null
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || rest.some((part) => !/^[\w.-]*$/.test(part))) return null
  if ([...url.searchParams.keys()].some((key) => key !== 'region')) return null
  const prefix = rest
    .filter(Boolean)
    .map((part) => `${part}/`)
    .join('')
  try {
    const [accessKey, secretKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
    if (accessKey === '' || secretKey === '') return null
    const region = url.searchParams.get('region') ?? 'us-east-1'
    return /^[a-z0-9-]{1,40}$/.test(region)
      ? { endpoint: url.origin, bucket, prefix, region, accessKey, secretKey }
      : null
  } catch {
    return null
  }
}

function relayOf(text: string): RelayAddress | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:') return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isHostName(host) && isIP(host) === 0) return null
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '') return null
  if (url.port === '0' || (url.username === '') !== (url.password === '')) return null
  const decoded = (part: string) => (part === '' ? null : decodeURIComponent(part))
  try {
    const [user, password] = [decoded(url.username), decoded(url.password)]
    return { host, port: Number(url.port || (secure ? 465 : 587)), secure, user, password }
  } catch {
    return null
  }
}

/** A reading by a function that answers null for what it does not take. */
function by<Out>(read: (text: string) => Out | null, expected: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, Out>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value)
      if (value !== null) return value
      addIssue({ message: expected })
      return NEVER
    }),
  )
}

const optional = <Out>(read: (text: string) => Out | null, expected: string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Out | null>(({ dataset, addIssue, NEVER }) => {
      if (dataset.value === '') return null
      const value = read(dataset.value)
      if (value !== null) return value
      addIssue({ message: expected })
      return NEVER
    }),
  )

const members = {
  domain: {
    expected: 'domain names such as ep.test, by commas',
    least: 1,
    read: (text: string) => {
      const domain = asciiDomain(text)
      return domain.includes('.') && isHostName(domain) ? domain : null
    },
  },
  server: {
    expected: 'names of servers such as mx.ep.test, by commas',
    least: 0,
    read: (text: string) => (isHostName(text) ? text.toLowerCase() : null),
  },
  resolver: {
    expected: 'IP addresses of DNS servers, with :port where it is not 53, by commas',
    least: 0,
    read: (text: string) => (isIP(text.replace(/^\[|\]?(?::\d{1,5})?$/g, '')) === 0 ? null : text),
  },
  origin: {
    expected: 'exact origins such as https://mail.example.com, by commas',
    least: 0,
    read: originOf,
  },
}

function list(kind: keyof typeof members) {
  const { expected, least, read } = members[kind]
  return by((text) => {
    const items = text === '' ? [] : text.split(',').map((it) => read(it.trim()))
    const good = items.filter((it) => it !== null)
    return good.length === items.length && good.length >= least ? [...new Set(good)] : null
  }, expected)
}

export const readings = {
  host: by((text) => (isIP(text) !== 0 || isHostName(text) ? text : null), 'an IP address or a host name'),
  port: wholeNumber(0, 65_535, 'a whole number from 0 to 65535'),
  count: (least: number, most: number) => wholeNumber(least, most, `a whole number from ${least} to ${most}`),
  name: by((text) => (text !== '' && !holdsControl(text) ? text : null), 'a text on one line'),
  /** A name to sign in with: without the asterisk that parts a mailbox's name from a master user's. */
  account: optional(
    (text) => (/^[^\s*\p{Cc}]{1,200}$/u.test(text) ? text : null),
    'a name without spaces and asterisks',
  ),
  scanner: optional(scannerOf, 'an address such as http://127.0.0.1:11333, without user, password and path'),
  secret: optional((text) => (holdsControl(text) ? null : text), 'a text on one line'),
  /** Travels as a header of HTTP. */
  headerSecret: optional(
    (text) => (/^[!-~](?:[ -~]*[!-~])?$/.test(text) ? text : null),
    'a text of printable ASCII characters',
  ),
  file: optional((text) => (holdsControl(text) ? null : text), 'the path of a file'),
  flag: by((text) => (text === '1' ? true : text === '0' ? false : null), '0 or 1'),
  list,
  origin: optional(originOf, 'an origin such as https://mail.example.com, without a path'),
  imap: optional(
    serverOf({ imap: { port: 143, secure: false }, imaps: { port: 993, secure: true } }),
    'imap://host:port or imaps://host:port, without a user',
  ),
  submission: optional(
    serverOf({ smtp: { port: 587, secure: false }, smtps: { port: 465, secure: true } }),
    'smtp://host:port or smtps://host:port, without a user',
  ),
  sieve: optional(serverOf({ sieve: { port: 4190, secure: false } }), 'sieve://host:port, without a user'),
  objects: optional(
    objectStorageOf,
    'https://key:secret@host/bucket, where need be with /prefix and ?region=; signs of the key as in a URL',
  ),
  database: optional(databaseOf, 'postgres://user:password@host:port/name'),
  key: optional(keyOf, '32 bytes in base64, such as `openssl rand -base64 32` prints'),
  digits: optional(
    (text) => (/^\d{3,20}$/.test(text) ? text : null),
    'a number that takes text messages, digits alone',
  ),
  signingSecret: optional(
    (text) => (text.length >= 16 && !holdsControl(text) ? text : null),
    '16 characters or more on one line',
  ),
  serviceUrl: optional(serviceUrlOf, 'an https:// address, or an http:// one of this machine'),
  dnsName: optional((text) => (isHostName(text) ? text.toLowerCase() : null), 'a name as it stands in DNS'),
  merchant: optional(
    (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : null),
    'an id as the provider shows it, letters and digits alone',
  ),
  payKey: optional((text) => (/^[\x21-\x7e]{32}$/.test(text) ? text : null), '32 letters and digits'),
  viewedSite: optional((text) => (isHostName(text) ? text.toLowerCase() : null), 'a number or a domain'),
  viewService: v.picklist(viewServices, `one of ${viewServices.join(', ')}`),
  ownDomain: v.picklist(['mark', 'refuse'], 'mark or refuse'),
  logLevel: v.picklist(logLevels, `one of ${logLevels.join(', ')}`),
  tier: v.picklist(tierIds, `one of ${tierIds.join(', ')}`),
  /** Null where it goes by the domains. */
  registration: optional((text) => registrationModes.find((mode) => mode === text) ?? null, 'open, invite or closed'),
  relay: optional(relayOf, 'smtp://host:port or smtps://user:password@host:port'),
  networks: optional((text) => {
    const read = readTrustedProxies(text)
    return read && 'networks' in read ? read : null
  }, 'addresses and networks such as 10.0.0.0/8, by commas'),
  proxies: v.pipe(
    v.string(),
    v.rawTransform<string, TrustedProxies>(({ dataset, addIssue, NEVER }) => {
      const value = readTrustedProxies(dataset.value)
      if (value !== undefined) return value
      addIssue({
        message: 'a number of proxies from 0 to 9, or their addresses and networks such as 10.0.0.0/8, by commas',
      })
      return NEVER
    }),
  ),
  webAddress: optional(
    (text) => (/^\/[^/\\]/.test(text) || /^https:\/\/[^/]/.test(text) ? text : null),
    'an https:// address or a path that begins with /',
  ),
}
