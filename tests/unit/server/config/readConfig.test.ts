import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { ConfigError, readConfig } from '#server/config/readConfig'
import { settings } from '#server/config/table'

function problemsOf(env: Record<string, string>): ConfigError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was taken')
}

const wechat = {
  ...{ WECHAT_PAY_MERCHANT: '1900000001', WECHAT_PAY_APP: 'wx0123456789abcdef', WECHAT_PAY_SERIAL: '5F00AA' },
  ...{ WECHAT_PAY_KEY_FILE: '/keys/wechat.pem', WECHAT_PAY_API_KEY: 'An-Api-V3-Key-of-32-characters-!' },
}
const alipay = {
  ...{ ALIPAY_APP: '2021000000000001', ALIPAY_SELLER: '2088000000000001' },
  ...{ ALIPAY_KEY_FILE: '/keys/alipay.pem', ALIPAY_PUBLIC_KEY_FILE: '/keys/alipayPublic.pem' },
}
const payees = { ...wechat, ...alipay, PUBLIC_URL: 'https://mail.example.com' }

describe('readConfig', () => {
  it('stands on its defaults', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      smtp: { host: '127.0.0.1', port: 2525, maxConnections: 100, perClient: 10, trustedRelays: null },
      mailDomains: ['ep.test'],
      authServers: [],
      ownDomainFromOutside: 'mark',
      checkSenders: false,
      dnsServers: [],
      relay: null,
      dkim: null,
      servers: null,
      databaseUrl: null,
      registration: 'open',
      secretKey: null,
      sms: { number: null, secret: null },
      payments: { wechat: null, alipay: null },
      corsOrigins: [],
      publicUrl: null,
      brand: { nameZh: '易邮', nameEn: 'EP Mail', logoUrl: null },
      geoipFile: null,
      demo: true,
      trustProxy: null,
      connectionsPerAddress: 1_000,
      fileLimit: 2 * 1024 ** 3,
      objectStorage: null,
      maxMessageBytes: limits.messageBytes,
      sessionIdleMs: limits.sessionIdleMs,
      logLevel: 'info',
      metrics: { host: '127.0.0.1', port: 0 },
      pageViews: { service: 'counter' },
      drainMs: 1_000,
      scanner: null,
      captchaAfter: { perAccount: 3, perAddress: 10 },
      loginFailures: { perAccount: limits.loginFailuresPerAccount, perAddress: limits.loginFailuresPerAddress },
    })
  })

  it('reads what is set and ignores what is not ours', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      SMTP_PORT: '25',
      MAIL_DOMAINS: 'EP.test, corp.example.cn,ep.test, Bücher.example, xn--bcher-kva.example',
      RELAY_URL: 'smtps://lin%40ep.test:p%3Aw@relay.example.com',
      CORS_ORIGINS: 'https://a.example.com,http://127.0.0.1:5173',
      AUTH_SERVERS: 'MX.ep.test, filter',
      PUBLIC_URL: 'https://mail.example.com/',
      BRAND_LOGO_URL: '/brand/logo.svg',
      DEMO: '0',
      SESSION_IDLE_HOURS: '2',
      PATH: '/usr/bin',
      LOGNAME: '\n',
    })
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      smtp: { host: '0.0.0.0', port: 25 },
      mailDomains: ['ep.test', 'corp.example.cn', 'xn--bcher-kva.example'],
      relay: { host: 'relay.example.com', port: 465, secure: true, user: 'lin@ep.test', password: 'p:w' },
      corsOrigins: ['https://a.example.com', 'http://127.0.0.1:5173'],
      authServers: ['mx.ep.test', 'filter'],
      publicUrl: 'https://mail.example.com',
      brand: { logoUrl: '/brand/logo.svg' },
      demo: false,
      sessionIdleMs: 7_200_000,
    })
    expect(readConfig({ RELAY_URL: 'smtp://127.0.0.1:1025' }).relay).toEqual({
      host: '127.0.0.1',
      port: 1025,
      secure: false,
      user: null,
      password: null,
    })
  })

  const key = Buffer.alloc(32, 7).toString('base64')

  it('reads where the mail lies when it lies elsewhere', () => {
    const config = readConfig({
      IMAP_URL: 'imaps://mail.example.com',
      SMTP_URL: 'smtp://127.0.0.1:2587',
      SIEVE_URL: 'sieve://[::1]',
      IMAP_ADMIN_USER: 'recaller',
      IMAP_ADMIN_PASSWORD: 'p w',
      DATABASE_URL: 'postgres://ep:p%3Aw@db.example.com:5433/ep',
      SECRET_KEY: key,
      DEFAULT_TIER: 'sme',
    })
    expect(config.servers).toEqual({
      imap: { host: 'mail.example.com', port: 993, secure: true },
      submission: { host: '127.0.0.1', port: 2587, secure: false },
      sieve: { host: '::1', port: 4190, secure: false },
      admin: { user: 'recaller', password: 'p w' },
      key: Buffer.alloc(32, 7),
      defaultTier: 'sme',
      watched: 1_000,
    })
    expect(config.databaseUrl).toBe('postgres://ep:p%3Aw@db.example.com:5433/ep')
  })

  it('reads where the files of people lie when they lie in object storage', () => {
    const { objectStorage } = readConfig({
      S3_URL: 'http://ep%3Afiles:p%2Fw@127.0.0.1:8080/files/ep/mail/?region=cn-1',
    })
    expect(objectStorage).toEqual({
      ...{ endpoint: 'http://127.0.0.1:8080', bucket: 'files', prefix: 'ep/mail/' },
      ...{ region: 'cn-1', accessKey: 'ep:files', secretKey: 'p/w' },
    })
    expect(readConfig({ S3_URL: 'https://key:secret@s3.example.com/files' }).objectStorage).toMatchObject({
      ...{ endpoint: 'https://s3.example.com', prefix: '', region: 'us-east-1' },
    })
    expect(readConfig({}).objectStorage).toBeNull()
  })

  it('reads where a scanner stands, which learns where its controller is named', () => {
    const url = 'http://127.0.0.1:11333'
    expect(readConfig({ RSPAMD_URL: `${url}/` }).scanner).toEqual({ url, learnUrl: null, password: null })
    const more = { RSPAMD_CONTROLLER_URL: 'https://rspamd.example.com', RSPAMD_PASSWORD: 'p:w' }
    const learnUrl = 'https://rspamd.example.com'
    expect(readConfig({ RSPAMD_URL: url, ...more }).scanner).toEqual({ url, learnUrl, password: 'p:w' })
  })

  it.each<[string, Record<string, string>]>([
    ['SECRET_KEY', { IMAP_URL: 'imaps://mail.example.com' }],
    ['RSPAMD_CONTROLLER_URL', { RSPAMD_CONTROLLER_URL: 'http://127.0.0.1:11334' }],
    ['RSPAMD_CONTROLLER_URL', { RSPAMD_URL: 'http://127.0.0.1:11333', RSPAMD_PASSWORD: 'secret' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.com' }],
    ['SMS_SECRET', { SMS_SECRET: '0123456789abcdef' }],
    ['SIEVE_URL', { SIEVE_URL: 'sieve://mail.example.com' }],
    ['IMAP_ADMIN_USER', { IMAP_ADMIN_USER: 'recaller', IMAP_ADMIN_PASSWORD: 'x' }],
    ['IMAP_ADMIN_PASSWORD', { IMAP_URL: 'imaps://mail.example.com', SECRET_KEY: key, IMAP_ADMIN_USER: 'recaller' }],
    ['IMAP_ADMIN_PASSWORD', { IMAP_URL: 'imaps://mail.example.com', SECRET_KEY: key, IMAP_ADMIN_PASSWORD: 'x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example.com/ep' }],
    ['PAGE_VIEWS_URL', { PAGE_VIEWS: 'matomo', PAGE_VIEWS_SITE: '3' }],
    ['PAGE_VIEWS_URL', { PAGE_VIEWS_URL: 'https://stats.example.com/matomo.php' }],
    ['PAGE_VIEWS_SITE', { PAGE_VIEWS: 'none', PAGE_VIEWS_SITE: '3' }],
    [
      'PAGE_VIEWS_SITE',
      { PAGE_VIEWS: 'matomo', PAGE_VIEWS_URL: 'https://a.example/m.php', PAGE_VIEWS_SITE: 'a.example' },
    ],
    ['PAGE_VIEWS_SITE', { PAGE_VIEWS: 'plausible', PAGE_VIEWS_URL: 'https://a.example/api', PAGE_VIEWS_SITE: '3' }],
    ...Object.keys(wechat).map((name): [string, Record<string, string>] => [
      'WECHAT_PAY_MERCHANT',
      { ...payees, [name]: '' },
    ]),
    ...Object.keys(alipay).map((name): [string, Record<string, string>] => ['ALIPAY_APP', { ...payees, [name]: '' }]),
    ['WECHAT_PAY_PUBLIC_KEY_ID', { ...payees, WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1' }],
    ['WECHAT_PAY_IN_BROWSER', { WECHAT_PAY_IN_BROWSER: '1' }],
    ['PUBLIC_URL', { ...payees, PUBLIC_URL: '' }],
    ['PUBLIC_URL', { ...alipay }],
  ])('refuses %s where it does not go with the rest', (name, env) => {
    expect(problemsOf(env).problems.map((it) => it.name)).toEqual([name])
  })

  it('reads who takes money in, and repeats no key in what it refuses', () => {
    expect(readConfig(payees).payments).toMatchObject({
      wechat: { merchantId: '1900000001', hasH5: false, publicKey: null, url: 'https://api.mch.weixin.qq.com' },
      alipay: { appId: '2021000000000001', sellerId: '2088000000000001' },
    })
    const { message } = problemsOf({ ...payees, WECHAT_PAY_API_KEY: 'too short a key' })
    expect(message).toContain('WECHAT_PAY_API_KEY: 32 letters and digits')
    expect(message).not.toContain('too short')
  })

  it('reads who counts page views', () => {
    const matomo = { service: 'matomo', url: 'https://stats.example.com/matomo.php', site: '3' }
    const plausible = { service: 'plausible', url: 'http://127.0.0.1:8000/api/event', site: 'mail.example.com' }
    for (const it of [matomo, plausible]) {
      const env = { PAGE_VIEWS: it.service, PAGE_VIEWS_URL: it.url, PAGE_VIEWS_SITE: it.site }
      expect(readConfig(env).pageViews).toEqual(it)
    }
    expect(readConfig({ PAGE_VIEWS: 'none' }).pageViews).toEqual({ service: 'none' })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', BRAND_NAME_EN: ' ' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PORT', '3000.0'],
    ['SMTP_PORT', '٢٥'],
    ['HOST', 'http://here'],
    ['SMTP_HOST', 'a b'],
    ['SMTP_CONNECTIONS_PER_ADDRESS', '0'],
    ['TRUSTED_RELAYS', '1'],
    ['TRUSTED_RELAYS', '0.0.0.0/0'],
    ['DATA_DIR', 'a\nb'],
    ['MAIL_DOMAINS', 'ep.test,,'],
    ['MAIL_DOMAINS', 'localhost'],
    ['MAIL_DOMAINS', 'bücher test'],
    ['MAIL_DOMAINS', 'bücher.test:25'],
    ['MAIL_DOMAINS', 'lin@ep.test'],
    ['RELAY_URL', 'relay.example.com:25'],
    ['RELAY_URL', 'https://relay.example.com'],
    ['RELAY_URL', 'smtp://lin@relay.example.com'],
    ['RELAY_URL', 'smtp://relay.example.com/path'],
    ['RELAY_URL', 'smtp://lin:%zz@relay.example.com'],
    ['IMAP_URL', 'imap://lin:secret@mail.example.com'],
    ['IMAP_URL', 'pop3://mail.example.com'],
    ['IMAP_URL', 'imaps://mail.example.com/INBOX'],
    ['SMTP_URL', 'smtp://mail.example.com:0'],
    ['IMAP_ADMIN_USER', 'anna*recaller'],
    ['SMS_NUMBER', '+86 10'],
    ['SMS_SECRET', 'too short'],
    ['SIEVE_URL', 'mail.example.com:4190'],
    ['DATABASE_URL', 'mysql://db.example.com/ep'],
    ['DATABASE_URL', 'postgres://db.example.com'],
    ['SECRET_KEY', 'short'],
    ['DEFAULT_TIER', 'gold'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example.com/path'],
    ['PUBLIC_URL', 'mail.example.com'],
    ['BRAND_LOGO_URL', 'javascript:alert(1)'],
    ['BRAND_LOGO_URL', '//elsewhere.example/logo.png'],
    ['DEMO', 'yes'],
    ['DEMO', '__proto__'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['FILE_LIMIT', '12'],
    ['RSPAMD_URL', 'rspamd.example.com:11333'],
    ['RSPAMD_PASSWORD', '密码'],
    ['RSPAMD_PASSWORD', 'a\u0007b'],
    ['RSPAMD_URL', 'http://user:secret@rspamd.example.com:11333'],
    ['RSPAMD_URL', 'http://rspamd.example.com:11333/checkv2'],
    ['S3_URL', 'https://s3.example.com/files'],
    ['S3_URL', 'https://key:secret@s3.example.com'],
    ['S3_URL', 's3://key:secret@s3.example.com/files'],
    ['S3_URL', 'https://key:secret@s3.example.com/files?acl=public'],
    ['S3_URL', 'https://key:secret@s3.example.com/UP'],
    ['MAX_MESSAGE_BYTES', '12'],
    ['SESSION_IDLE_HOURS', '0'],
    ['LOGIN_FAILURES_PER_ACCOUNT', '0'],
    ['PAGE_VIEWS', 'google'],
    ['PAGE_VIEWS_URL', 'http://stats.example.com/matomo.php'],
    ['PAGE_VIEWS_URL', 'https://user:password@stats.example.com/matomo.php'],
    ['PAGE_VIEWS_URL', 'stats.example.com'],
    ['PAGE_VIEWS_SITE', 'a/b'],
  ])('refuses %s=%j by name', (name, value) => {
    const { problems } = problemsOf({ [name]: value })
    expect(problems.map((it) => it.name)).toEqual([name])
    expect(problems[0]?.expected).not.toBe('')
  })

  it('names every bad variable in one readable list', () => {
    const error = problemsOf({ PORT: 'x', DEMO: 'maybe', CORS_ORIGINS: '*' })
    expect(error.message.split('\n')).toEqual([
      'The configuration cannot be used:',
      '  PORT: a whole number from 0 to 65535',
      '  CORS_ORIGINS: exact origins such as https://mail.example.com, by commas',
      '  DEMO: 0 or 1',
    ])
  })

  it("S20: never repeats a relay's password", () => {
    expect(problemsOf({ RELAY_URL: 'smtp://lin:s3cret@relay.example.com/x' }).message).not.toContain('s3cret')
  })

  it('says of every setting what it means, and each default can be read', () => {
    for (const [name, setting] of Object.entries(settings)) {
      expect(name).toMatch(/^[A-Z][A-Z\d_]+$/)
      expect(setting.meaning.length).toBeGreaterThan(10)
      expect(() => readConfig({ [name]: setting.default })).not.toThrow()
    }
  })
})
