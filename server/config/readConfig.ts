/** The gateway's configuration: read from the environment once, refused as a whole with a readable list when any of it is malformed. */
import * as v from 'valibot'
import type { Environment } from './readings'
import { type SettingName, settings } from './table'

export type { Environment } from './readings'

type Values = { readonly [Name in SettingName]: v.InferOutput<(typeof settings)[Name]['read']> }

/** What `readConfig` answers: grouped by who needs it. */
export type Config = ReturnType<typeof shape>

/** The environment does not make a configuration; `message` is the whole list, one variable a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly { readonly name: string; readonly expected: string }[]) {
    super(['The configuration cannot be used:', ...problems.map((it) => `  ${it.name}: ${it.expected}`)].join('\n'))
  }
}

/** Reads what is ours from an environment; an empty variable counts as not set. Throws `ConfigError`. */
export function readConfig(env: Environment): Config {
  const entries = Object.entries(settings)
  const schema = v.object(Object.fromEntries(entries.map(([key, setting]) => [key, setting.read])))
  const given = Object.fromEntries(entries.map(([key, setting]) => [key, env[key]?.trim() || setting.default]))
  const result = v.safeParse(schema, given)
  if (!result.success) {
    throw new ConfigError(
      result.issues.map((it) => ({
        name: String(it.path?.[0]?.key ?? ''),
        // A relay's address may hold a password, so what was given is never repeated.
        expected: it.message,
      })),
    )
  }
  // `Object.fromEntries` forgets which name has which schema; the parse above has just proven each.
  const values = result.output as unknown as Values
  const misfits = combinations.filter(({ isWrong }) => isWrong(values))
  if (misfits.length > 0) throw new ConfigError(misfits)
  return shape(values)
}

/** What is well written and still does not go together. */
const combinations: readonly {
  readonly name: SettingName
  readonly expected: string
  readonly isWrong: (values: Values) => boolean
}[] = [
  {
    name: 'SECRET_KEY',
    expected: 'is needed with IMAP_URL: 32 bytes in base64, such as `openssl rand -base64 32` prints',
    isWrong: (values) => values.IMAP_URL !== null && values.SECRET_KEY === null,
  },
  {
    name: 'SMS_SECRET',
    expected: 'goes with SMS_NUMBER',
    isWrong: (it) => it.SMS_SECRET !== null && it.SMS_NUMBER === null,
  },
  { name: 'SMTP_URL', expected: 'goes with IMAP_URL', isWrong: (it) => it.SMTP_URL !== null && it.IMAP_URL === null },
  { name: 'SIEVE_URL', expected: 'goes with IMAP_URL', isWrong: (it) => it.SIEVE_URL !== null && it.IMAP_URL === null },
  {
    name: 'IMAP_ADMIN_USER',
    expected: 'goes with IMAP_URL',
    isWrong: (it) => it.IMAP_ADMIN_USER !== null && it.IMAP_URL === null,
  },
  {
    name: 'IMAP_ADMIN_PASSWORD',
    expected: 'goes with IMAP_ADMIN_USER: both or neither',
    isWrong: (it) => (it.IMAP_ADMIN_USER === null) !== (it.IMAP_ADMIN_PASSWORD === null),
  },
  {
    name: 'REGISTRATION',
    expected: 'is closed with IMAP_URL: mailboxes are made at the mail server',
    isWrong: (it) => it.IMAP_URL !== null && it.REGISTRATION !== null && it.REGISTRATION !== 'closed',
  },
  {
    name: 'DKIM_KEY_FILE',
    expected: 'goes with DKIM_DOMAIN and DKIM_SELECTOR: all or none',
    isWrong: (it) => new Set([it.DKIM_DOMAIN, it.DKIM_SELECTOR, it.DKIM_KEY_FILE].map((one) => one === null)).size > 1,
  },
  {
    name: 'PAGE_VIEWS_URL',
    expected: 'goes with PAGE_VIEWS=matomo or plausible: both or neither',
    isWrong: (it) => isReported(it) !== (it.PAGE_VIEWS_URL !== null),
  },
  {
    name: 'PAGE_VIEWS_SITE',
    expected: 'is the number of the site with PAGE_VIEWS=matomo, its domain with plausible, and empty with any other',
    isWrong: ({ PAGE_VIEWS: service, PAGE_VIEWS_SITE: site }) => {
      if (service === 'matomo') return site === null || !/^[1-9]\d{0,8}$/.test(site)
      return service === 'plausible' ? site === null || /^\d+$/.test(site) : site !== null
    },
  },
  {
    name: 'WECHAT_PAY_MERCHANT',
    expected:
      'goes with WECHAT_PAY_APP, WECHAT_PAY_SERIAL, WECHAT_PAY_KEY_FILE, WECHAT_PAY_API_KEY: all or none of them',
    isWrong: (it) => isPartial(wechatOf(it)),
  },
  {
    name: 'WECHAT_PAY_PUBLIC_KEY_ID',
    expected: 'goes with WECHAT_PAY_PUBLIC_KEY_FILE and WECHAT_PAY_MERCHANT: both or neither',
    isWrong: (it) =>
      isPartial([it.WECHAT_PAY_PUBLIC_KEY_ID, it.WECHAT_PAY_PUBLIC_KEY_FILE]) ||
      (it.WECHAT_PAY_PUBLIC_KEY_ID !== null && it.WECHAT_PAY_MERCHANT === null),
  },
  {
    name: 'WECHAT_PAY_IN_BROWSER',
    expected: 'goes with WECHAT_PAY_MERCHANT',
    isWrong: (it) => it.WECHAT_PAY_IN_BROWSER && it.WECHAT_PAY_MERCHANT === null,
  },
  {
    name: 'ALIPAY_APP',
    expected: 'goes with ALIPAY_SELLER, ALIPAY_KEY_FILE and ALIPAY_PUBLIC_KEY_FILE: all or none of them',
    isWrong: (it) => isPartial(alipayOf(it)),
  },
  {
    name: 'PUBLIC_URL',
    expected: 'is needed with WECHAT_PAY_MERCHANT or ALIPAY_APP: payments are told there',
    isWrong: (it) => it.PUBLIC_URL === null && (it.WECHAT_PAY_MERCHANT !== null || it.ALIPAY_APP !== null),
  },
  {
    name: 'RSPAMD_URL',
    expected: 'does not go with IMAP_URL: there, the mail server scans',
    isWrong: (it) => it.RSPAMD_URL !== null && it.IMAP_URL !== null,
  },
  {
    name: 'RSPAMD_CONTROLLER_URL',
    expected: 'goes with RSPAMD_URL, and RSPAMD_PASSWORD with both',
    isWrong: (it) =>
      (it.RSPAMD_URL === null && it.RSPAMD_CONTROLLER_URL !== null) ||
      (it.RSPAMD_CONTROLLER_URL === null && it.RSPAMD_PASSWORD !== null),
  },
  {
    name: 'DATABASE_URL',
    expected: 'goes with IMAP_URL: mail that is kept here lies in a file of DATA_DIR',
    isWrong: (it) => it.DATABASE_URL !== null && it.IMAP_URL === null,
  },
]

const isPartial = (values: readonly (string | null)[]) => new Set(values.map((it) => it === null)).size > 1

const wechatOf = (it: Values) => [
  ...[it.WECHAT_PAY_MERCHANT, it.WECHAT_PAY_APP, it.WECHAT_PAY_SERIAL],
  ...[it.WECHAT_PAY_KEY_FILE, it.WECHAT_PAY_API_KEY],
]
const alipayOf = (it: Values) => [it.ALIPAY_APP, it.ALIPAY_SELLER, it.ALIPAY_KEY_FILE, it.ALIPAY_PUBLIC_KEY_FILE]

/** Who takes money in; each null where it is not configured. Keys stand in files. */
function paymentsOf(it: Values) {
  const { WECHAT_PAY_MERCHANT: merchantId, WECHAT_PAY_APP: wechatApp, WECHAT_PAY_SERIAL: serial } = it
  const { WECHAT_PAY_KEY_FILE: wechatKey, WECHAT_PAY_API_KEY: apiKey } = it
  const { WECHAT_PAY_PUBLIC_KEY_ID: keyId, WECHAT_PAY_PUBLIC_KEY_FILE: publicFile } = it
  const { ALIPAY_APP: appId, ALIPAY_SELLER: sellerId, ALIPAY_KEY_FILE: keyFile, ALIPAY_PUBLIC_KEY_FILE: alipayKey } = it
  const hasWechat = merchantId !== null && wechatApp !== null && serial !== null && wechatKey !== null
  return {
    wechat:
      hasWechat && apiKey !== null
        ? {
            ...{ merchantId, appId: wechatApp, serial, keyFile: wechatKey, apiKey },
            ...{ hasH5: it.WECHAT_PAY_IN_BROWSER, url: it.WECHAT_PAY_URL ?? '' },
            publicKey: keyId === null || publicFile === null ? null : { id: keyId, file: publicFile },
          }
        : null,
    alipay:
      appId !== null && sellerId !== null && keyFile !== null && alipayKey !== null
        ? { appId, sellerId, keyFile, publicKeyFile: alipayKey, url: it.ALIPAY_URL ?? '' }
        : null,
  } as const
}

/** Null where mail that leaves is not signed. */
function dkimOf({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile }: Values) {
  return domain === null || selector === null || keyFile === null ? null : { domain, selector, keyFile }
}

/** Null where nothing scans. */
function scannerOf({ RSPAMD_URL: url, RSPAMD_CONTROLLER_URL: learnUrl, RSPAMD_PASSWORD: password }: Values) {
  return url === null ? null : { url, learnUrl, password }
}

/** A domain that mail really goes to is opened to strangers by a word of its operator alone. */
function registrationOf({ REGISTRATION: wished, IMAP_URL: imap, MAIL_DOMAINS: domains }: Values) {
  if (imap !== null) return 'closed'
  return wished ?? (domains.every((domain) => domain === 'ep.test') ? 'open' : 'closed')
}

function isReported({ PAGE_VIEWS: service }: Values): boolean {
  return service === 'matomo' || service === 'plausible'
}

/** Who counts page views, and where that is not here. */
function pageViewsOf({ PAGE_VIEWS: service, PAGE_VIEWS_URL: url, PAGE_VIEWS_SITE: site }: Values) {
  if (service === 'counter' || service === 'none' || url === null || site === null)
    return { service: service === 'none' ? service : 'counter' } as const
  return { service, url, site } as const
}

/** Servers of the house's own that hold people's mail; null where mail is kept here. */
function serversOf(values: Values) {
  if (values.IMAP_URL === null || values.SECRET_KEY === null) return null
  const { IMAP_ADMIN_USER: user, IMAP_ADMIN_PASSWORD: password } = values
  return {
    imap: values.IMAP_URL,
    admin: user === null || password === null ? null : { user, password },
    submission: values.SMTP_URL,
    sieve: values.SIEVE_URL,
    key: values.SECRET_KEY,
    defaultTier: values.DEFAULT_TIER,
    watched: values.IMAP_WATCHED,
  } as const
}

function shape(values: Values) {
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    smtp: {
      host: values.SMTP_HOST || values.HOST,
      port: values.SMTP_PORT,
      maxConnections: values.SMTP_MAX_CONNECTIONS,
      perClient: values.SMTP_CONNECTIONS_PER_ADDRESS,
      trustedRelays: values.TRUSTED_RELAYS,
    },
    mailDomains: values.MAIL_DOMAINS,
    authServers: values.AUTH_SERVERS,
    ownDomainFromOutside: values.OWN_DOMAIN_FROM_OUTSIDE,
    checkSenders: values.CHECK_SENDERS,
    scanner: scannerOf(values),
    dnsServers: values.DNS_SERVERS,
    relay: values.RELAY_URL,
    dkim: dkimOf(values),
    servers: serversOf(values),
    secretKey: values.SECRET_KEY,
    databaseUrl: values.DATABASE_URL,
    registration: registrationOf(values),
    sms: { number: values.SMS_NUMBER, secret: values.SMS_SECRET },
    payments: paymentsOf(values),
    corsOrigins: values.CORS_ORIGINS,
    publicUrl: values.PUBLIC_URL,
    brand: { nameZh: values.BRAND_NAME_ZH, nameEn: values.BRAND_NAME_EN, logoUrl: values.BRAND_LOGO_URL },
    geoipFile: values.GEOIP_FILE,
    demo: values.DEMO,
    trustProxy: values.TRUST_PROXY,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    fileLimit: values.FILE_LIMIT,
    objectStorage: values.S3_URL,
    maxMessageBytes: values.MAX_MESSAGE_BYTES,
    sessionIdleMs: values.SESSION_IDLE_HOURS * 3_600_000,
    logLevel: values.LOG_LEVEL,
    metrics: { host: values.METRICS_HOST, port: values.METRICS_PORT },
    pageViews: pageViewsOf(values),
    drainMs: values.DRAIN_SECONDS * 1_000,
    loginFailures: { perAccount: values.LOGIN_FAILURES_PER_ACCOUNT, perAddress: values.LOGIN_FAILURES_PER_ADDRESS },
    captchaAfter: { perAccount: values.CAPTCHA_AFTER_PER_ACCOUNT, perAddress: values.CAPTCHA_AFTER_PER_ADDRESS },
  } as const
}
