/** Every variable of the environment that is ours, one row each. */
import * as v from 'valibot'
import { limits } from '../../src/contract/limits'
import { captchaLimits } from '../../src/contract/session/captchaLimits'
import { readings } from './readings'

const {
  account,
  count,
  database,
  objects,
  digits,
  dnsName,
  file,
  flag,
  headerSecret,
  host,
  imap,
  key,
  list,
  logLevel,
  merchant,
  name,
  networks,
  origin,
  ownDomain,
  payKey,
  port,
  proxies,
  registration,
  relay,
  scanner,
  secret,
  serviceUrl,
  sieve,
  signingSecret,
  submission,
  tier,
  viewedSite,
  viewService,
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
  DKIM_DOMAIN: {
    default: '',
    meaning: 'Domain in whose name mail over RELAY_URL is signed; not signed when empty',
    read: dnsName,
  },
  DKIM_SELECTOR: {
    default: '',
    meaning: 'Selector under which the public key stands in DNS; goes with DKIM_DOMAIN',
    read: dnsName,
  },
  DKIM_KEY_FILE: { default: '', meaning: 'RSA private key in PEM; goes with DKIM_DOMAIN', read: file },
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
  IMAP_ADMIN_USER: {
    default: '',
    meaning: 'Master user of the mail server, for recall out of other mailboxes; no recall there when empty',
    read: account,
  },
  IMAP_ADMIN_PASSWORD: {
    default: '',
    meaning: 'Password of IMAP_ADMIN_USER',
    read: secret,
  },
  IMAP_WATCHED: {
    default: '1000',
    meaning:
      'Inboxes of the mail server that are watched at once, a connection each; other people are told every 5 minutes',
    read: count(0, 100_000),
  },
  DATABASE_URL: {
    default: '',
    meaning: 'PostgreSQL that keeps what the mail server does not, postgres://; a file in DATA_DIR when empty',
    read: database,
  },
  SECRET_KEY: {
    default: '',
    meaning: 'Key of 32 bytes in base64 under which passwords and authenticator keys are stored; needed with IMAP_URL',
    read: key,
  },
  AUTH_SERVERS: {
    default: '',
    meaning: 'Names under which mail servers of your own write Authentication-Results, by commas; no other is believed',
    read: list('server'),
  },
  OWN_DOMAIN_FROM_OUTSIDE: {
    default: 'mark',
    meaning: 'What becomes of mail over SMTP whose From is of MAIL_DOMAINS: mark (as not proven) or refuse',
    read: ownDomain,
  },
  CHECK_SENDERS: {
    default: '0',
    meaning: 'Whether SPF, DKIM and DMARC of mail over SMTP are checked: 1 or 0; needs DNS',
    read: flag,
  },
  RSPAMD_URL: {
    default: '',
    meaning: 'Worker of rspamd that judges mail over SMTP, http:// or https://; nothing is scanned when empty',
    read: scanner,
  },
  RSPAMD_CONTROLLER_URL: {
    default: '',
    meaning: 'Its controller, which learns from what people call junk; nothing is learnt when empty',
    read: scanner,
  },
  RSPAMD_PASSWORD: {
    default: '',
    meaning: 'Password of that controller (enable_password), in ASCII; never logged',
    read: headerSecret,
  },
  DNS_SERVERS: {
    default: '',
    meaning:
      'DNS servers that are asked about senders and about domains of organizations, by commas; those of the machine when empty',
    read: list('resolver'),
  },
  DEFAULT_TIER: {
    default: 'soho',
    meaning: 'Tier of a mailbox of the mail server that signs in for the first time',
    read: tier,
  },
  REGISTRATION: {
    default: '',
    meaning:
      'Who registers a mailbox: open (anybody), invite (by npm run account -- invite) or closed; when empty closed, open with MAIL_DOMAINS=ep.test',
    read: registration,
  },
  SMS_NUMBER: {
    default: '',
    meaning: 'Number that takes text messages from people who bind a phone; binding is not offered when empty',
    read: digits,
  },
  SMS_SECRET: {
    default: '',
    meaning: 'Secret of 16 characters or more with which the operator of SMS_NUMBER signs what it tells',
    read: signingSecret,
  },
  WECHAT_PAY_MERCHANT: {
    default: '',
    meaning: 'Merchant of WeChat Pay (mchid); orders cannot be paid there when empty',
    read: merchant,
  },
  WECHAT_PAY_APP: { default: '', meaning: 'App id that is bound to the merchant', read: merchant },
  WECHAT_PAY_SERIAL: {
    default: '',
    meaning: 'Serial number of the merchant’s own certificate, in hexadecimal digits',
    read: merchant,
  },
  WECHAT_PAY_KEY_FILE: {
    default: '',
    meaning: 'Private key of that certificate in PEM (apiclient_key.pem)',
    read: file,
  },
  WECHAT_PAY_API_KEY: {
    default: '',
    meaning: 'API v3 key of the merchant, 32 characters; never logged',
    read: payKey,
  },
  WECHAT_PAY_PUBLIC_KEY_ID: {
    default: '',
    meaning: 'Id of WeChat Pay’s public key, PUB_KEY_ID_…; its certificates are fetched when empty',
    read: merchant,
  },
  WECHAT_PAY_PUBLIC_KEY_FILE: {
    default: '',
    meaning: 'That public key in PEM; goes with WECHAT_PAY_PUBLIC_KEY_ID',
    read: file,
  },
  WECHAT_PAY_IN_BROWSER: {
    default: '0',
    meaning: 'Whether the merchant may use H5, which opens WeChat from a browser of a phone: 1 or 0',
    read: flag,
  },
  WECHAT_PAY_URL: {
    default: 'https://api.mch.weixin.qq.com',
    meaning: 'Where WeChat Pay answers; its second address is https://api2.mch.weixin.qq.com',
    read: serviceUrl,
  },
  ALIPAY_APP: { default: '', meaning: 'App id at Alipay; orders cannot be paid there when empty', read: merchant },
  ALIPAY_SELLER: { default: '', meaning: 'Number of the account that gets the money, 2088…', read: merchant },
  ALIPAY_KEY_FILE: { default: '', meaning: 'Private key of the app in PEM', read: file },
  ALIPAY_PUBLIC_KEY_FILE: { default: '', meaning: 'Public key of Alipay (not of the app) in PEM', read: file },
  ALIPAY_URL: {
    default: 'https://openapi.alipay.com/gateway.do',
    meaning: 'Where Alipay answers; its sandbox is https://openapi-sandbox.dl.alipaydev.com/gateway.do',
    read: serviceUrl,
  },
  CORS_ORIGINS: { default: '', meaning: 'Exact origins of other sites that may call, by commas', read: list('origin') },
  PUBLIC_URL: {
    default: '',
    meaning: 'Address under which people reach the app, where it is not the one served; links in messages have it',
    read: origin,
  },
  BRAND_NAME_ZH: { default: '易邮', meaning: 'Name of the product in Chinese', read: name },
  BRAND_NAME_EN: { default: 'EP Mail', meaning: 'Name of the product in English', read: name },
  BRAND_LOGO_URL: {
    default: '',
    meaning: 'Picture beside the name: https:// or a path of this server',
    read: webAddress,
  },
  GEOIP_FILE: {
    default: '',
    meaning: 'Database of cities by network address (MaxMind DB, .mmdb); cities are unknown when empty',
    read: file,
  },
  DEMO: {
    default: '1',
    meaning: '1 makes two demo mailboxes on an empty store where HOST is loopback, 0 makes none',
    read: flag,
  },
  TRUST_PROXY: {
    default: '0',
    meaning:
      'Proxies whose X-Forwarded-For is believed: how many stand in a row, or their addresses and networks (CIDR), by commas',
    read: proxies,
  },
  CONNECTIONS_PER_ADDRESS: {
    default: '1000',
    meaning: 'Connections of one network address at once; behind a proxy, its requests in hand',
    read: count(10, 100_000),
  },
  FILE_LIMIT: {
    default: String(2 * 1024 ** 3),
    meaning: 'Bytes of one file among the files of a person',
    read: count(1_024, 4 * 1024 ** 3 - 1),
  },
  S3_URL: {
    default: '',
    meaning:
      'Object storage for the files of people, https://key:secret@host/bucket; in DATA_DIR or the database when empty',
    read: objects,
  },
  MAX_MESSAGE_BYTES: {
    default: String(limits.messageBytes),
    meaning: 'Bytes of one message that is taken in',
    read: count(1_024, 1024 ** 3),
  },
  SESSION_IDLE_HOURS: {
    default: String(limits.sessionIdleMs / 3_600_000),
    meaning:
      'Hours without use after which the session of somebody who wants to stay signed in ends; 12 at the most for others',
    read: count(1, limits.sessionMaxMs / 3_600_000),
  },
  SMTP_MAX_CONNECTIONS: {
    default: '100',
    meaning: 'Connections on which mail is taken in at once',
    read: count(1, 10_000),
  },
  SMTP_CONNECTIONS_PER_ADDRESS: {
    default: '10',
    meaning: 'Of them from one IPv4 address or IPv6 /64',
    read: count(1, 10_000),
  },
  TRUSTED_RELAYS: {
    default: '',
    meaning:
      'Addresses and networks (CIDR) of mail servers of your own that deliver here, by commas; their mail counts as from inside',
    read: networks,
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
  CAPTCHA_AFTER_PER_ACCOUNT: {
    default: String(captchaLimits.afterPerAccount),
    meaning:
      'Failed sign-ins to one mailbox in 15 minutes before a captcha is asked for; as many as lock it ask for none',
    read: count(0, 1_000),
  },
  CAPTCHA_AFTER_PER_ADDRESS: {
    default: String(captchaLimits.afterPerAddress),
    meaning: 'Failed sign-ins from one network address in 15 minutes before a captcha is asked for',
    read: count(0, 100_000),
  },
  LOG_LEVEL: { default: 'info', meaning: 'What is logged: error, info or debug', read: logLevel },
  PAGE_VIEWS: {
    default: 'counter',
    meaning: 'Who counts page views: counter (this gateway, read with npm run views), matomo, plausible or none',
    read: viewService,
  },
  PAGE_VIEWS_URL: {
    default: '',
    meaning: 'Where they are reported: https://…/matomo.php of Matomo, https://…/api/event of Plausible',
    read: serviceUrl,
  },
  PAGE_VIEWS_SITE: {
    default: '',
    meaning: 'The site there: its number at Matomo, its domain at Plausible',
    read: viewedSite,
  },
  METRICS_HOST: { default: '127.0.0.1', meaning: 'Address on which metrics are served', read: host },
  METRICS_PORT: { default: '0', meaning: 'Port on which metrics are served; none when 0', read: port },
  DRAIN_SECONDS: {
    default: '1',
    meaning: 'Seconds for which a gateway that is told to end says so to balancers and still answers',
    read: count(0, 60),
  },
} as const satisfies Record<string, { default: string; meaning: string; read: v.GenericSchema<string, unknown> }>

export type SettingName = keyof typeof settings
