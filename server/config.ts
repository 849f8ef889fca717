/** The gateway's configuration: read from the environment once, refused as a whole with a readable list when any of it is malformed. */
import * as v from 'valibot'
import { limits } from '../src/contract/limits'
import { type Environment, readings } from './configReadings'

export type { Environment } from './configReadings'

const {
  count,
  database,
  flag,
  host,
  imap,
  key,
  list,
  logLevel,
  name,
  origin,
  port,
  relay,
  sieve,
  submission,
  tier,
  webAddress,
} = readings

/** Every variable that is ours: its default as one would write it, its meaning, and how it is read. README prints this table. */
export const settings = {
  HOST: { default: '127.0.0.1', meaning: 'Address on which the app is served', read: host },
  PORT: { default: '3000', meaning: 'Port of the app; 0 takes any free one', read: port },
  DATA_DIR: { default: './data', meaning: 'Folder that holds the database, the mail and the uploads', read: name },
  SMTP_HOST: {
    default: '',
    meaning: 'Address on which mail is taken in; as HOST when empty',
    read: v.union([v.literal(''), host]),
  },
  SMTP_PORT: { default: '2525', meaning: 'Port on which mail is taken in; 0 takes any free one', read: port },
  MAIL_DOMAINS: { default: 'ep.test', meaning: 'Domains whose mail is kept here, by commas', read: list('domain') },
  RELAY_URL: {
    default: '',
    meaning: 'Server that carries mail outside, smtp:// or smtps:// with user:password@ where needed; none when empty',
    read: relay,
  },
  IMAP_URL: {
    default: '',
    meaning: 'Mail server whose mailboxes people sign in to, imaps:// or imap://; mail is kept here when empty',
    read: imap,
  },
  SMTP_URL: {
    default: '',
    meaning: 'Server that takes mail from whoever is signed in, smtps:// or smtp://; goes with IMAP_URL',
    read: submission,
  },
  SIEVE_URL: {
    default: '',
    meaning: 'Server that keeps rules (ManageSieve), sieve://; goes with IMAP_URL',
    read: sieve,
  },
  DATABASE_URL: {
    default: '',
    meaning: 'PostgreSQL that keeps what the mail server does not, postgres://; a file in DATA_DIR when empty',
    read: database,
  },
  SECRET_KEY: {
    default: '',
    meaning: 'Key of 32 bytes in base64 under which passwords lie in sessions; needed with IMAP_URL',
    read: key,
  },
  DEFAULT_TIER: {
    default: 'soho',
    meaning: 'Tier of a mailbox of the mail server that signs in for the first time',
    read: tier,
  },
  CORS_ORIGINS: { default: '', meaning: 'Exact origins of other sites that may call, by commas', read: list('origin') },
  PUBLIC_URL: {
    default: '',
    meaning: 'Address under which people reach the app, where it is not the one served',
    read: origin,
  },
  BRAND_NAME_ZH: { default: '易邮', meaning: 'Name of the product in Chinese', read: name },
  BRAND_NAME_EN: { default: 'EP Mail', meaning: 'Name of the product in English', read: name },
  BRAND_LOGO_URL: {
    default: '',
    meaning: 'Picture beside the name: https:// or a path of this server',
    read: webAddress,
  },
  DEMO: { default: '1', meaning: '1 makes two demo mailboxes on an empty store, 0 makes none', read: flag },
  TRUST_PROXY: { default: '0', meaning: '1 where a reverse proxy sets X-Forwarded-For', read: flag },
  MAX_MESSAGE_BYTES: {
    default: String(limits.messageBytes),
    meaning: 'Bytes of one message that is taken in',
    read: count(1_024, 1024 ** 3),
  },
  SESSION_IDLE_HOURS: {
    default: String(limits.sessionIdleMs / 3_600_000),
    meaning: 'Hours without use after which a session ends',
    read: count(1, limits.sessionMaxMs / 3_600_000),
  },
  SMTP_MAX_CONNECTIONS: {
    default: '100',
    meaning: 'Connections on which mail is taken in at once',
    read: count(1, 10_000),
  },
  LOGIN_FAILURES_PER_ACCOUNT: {
    default: String(limits.loginFailuresPerAccount),
    meaning: 'Failed sign-ins to one mailbox in 15 minutes before it is locked',
    read: count(1, 1_000),
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    default: String(limits.loginFailuresPerAddress),
    meaning: 'Failed sign-ins from one network address in 15 minutes',
    read: count(1, 100_000),
  },
  LOG_LEVEL: { default: 'info', meaning: 'What is logged: error, info or debug', read: logLevel },
  METRICS_HOST: { default: '127.0.0.1', meaning: 'Address on which metrics are served', read: host },
  METRICS_PORT: { default: '0', meaning: 'Port on which metrics are served; none when 0', read: port },
  DRAIN_SECONDS: {
    default: '1',
    meaning: 'Seconds for which a gateway that is told to end says so to balancers and still answers',
    read: count(0, 60),
  },
} as const satisfies Record<string, { default: string; meaning: string; read: v.GenericSchema<string, unknown> }>

export type SettingName = keyof typeof settings

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
  { name: 'SMTP_URL', expected: 'goes with IMAP_URL', isWrong: (it) => it.SMTP_URL !== null && it.IMAP_URL === null },
  { name: 'SIEVE_URL', expected: 'goes with IMAP_URL', isWrong: (it) => it.SIEVE_URL !== null && it.IMAP_URL === null },
  {
    name: 'DATABASE_URL',
    expected: 'goes with IMAP_URL: mail that is kept here lies in a file of DATA_DIR',
    isWrong: (it) => it.DATABASE_URL !== null && it.IMAP_URL === null,
  },
]

/** Servers of the house's own that hold people's mail; null where mail is kept here. */
function serversOf(values: Values) {
  if (values.IMAP_URL === null || values.SECRET_KEY === null) return null
  return {
    imap: values.IMAP_URL,
    submission: values.SMTP_URL,
    sieve: values.SIEVE_URL,
    key: values.SECRET_KEY,
    defaultTier: values.DEFAULT_TIER,
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
    },
    mailDomains: values.MAIL_DOMAINS,
    relay: values.RELAY_URL,
    servers: serversOf(values),
    databaseUrl: values.DATABASE_URL,
    corsOrigins: values.CORS_ORIGINS,
    publicUrl: values.PUBLIC_URL,
    brand: { nameZh: values.BRAND_NAME_ZH, nameEn: values.BRAND_NAME_EN, logoUrl: values.BRAND_LOGO_URL },
    demo: values.DEMO,
    trustProxy: values.TRUST_PROXY,
    maxMessageBytes: values.MAX_MESSAGE_BYTES,
    sessionIdleMs: values.SESSION_IDLE_HOURS * 3_600_000,
    logLevel: values.LOG_LEVEL,
    metrics: { host: values.METRICS_HOST, port: values.METRICS_PORT },
    drainMs: values.DRAIN_SECONDS * 1_000,
    loginFailures: { perAccount: values.LOGIN_FAILURES_PER_ACCOUNT, perAddress: values.LOGIN_FAILURES_PER_ADDRESS },
  } as const
}
