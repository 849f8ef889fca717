/** The running lab as tests see it, through the environment, from any process; users and databases of a test's own. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type LabUser, type UserWishes, writeUser } from './users'

export type LabEnv = {
  readonly imapPort: number
  readonly sievePort: number
  /** Submission: wants AUTH. */
  readonly smtpPort: number
  readonly lmtpPort: number
  /** Takes mail from outside, without AUTH. */
  readonly mxPort: number
  readonly domain: string
  /** Of every user that was made without another. */
  readonly password: string
  /** The lab's folder. */
  readonly folder: string
  readonly databaseUrl: string
}

/** The environment's names, as `startLab` gives them and `labEnv` reads them. */
export type LabVariables = Readonly<Record<(typeof names)[keyof LabEnv], string>>

export const names = {
  imapPort: 'EP_LAB_IMAP_PORT',
  sievePort: 'EP_LAB_SIEVE_PORT',
  smtpPort: 'EP_LAB_SMTP_PORT',
  lmtpPort: 'EP_LAB_LMTP_PORT',
  mxPort: 'EP_LAB_MX_PORT',
  domain: 'EP_LAB_DOMAIN',
  password: 'EP_LAB_PASSWORD',
  folder: 'EP_LAB_DIR',
  databaseUrl: 'EP_LAB_DATABASE_URL',
} as const satisfies Record<keyof LabEnv, string>

/** Throws where no lab runs: a test of real servers never passes without them. */
export function labEnv(): LabEnv {
  const read = (name: string): string => {
    const value = process.env[name]
    if (!value) throw new Error(`${name} is not set. These tests need mail servers: npm run test:all -- --only servers`)
    return value
  }
  return {
    imapPort: Number(read(names.imapPort)),
    sievePort: Number(read(names.sievePort)),
    smtpPort: Number(read(names.smtpPort)),
    lmtpPort: Number(read(names.lmtpPort)),
    mxPort: Number(read(names.mxPort)),
    domain: read(names.domain),
    password: read(names.password),
    folder: read(names.folder),
    databaseUrl: read(names.databaseUrl),
  }
}

/** Makes a mail user whose address nobody has had: `anna-4f0c…@ep.test`. */
export async function addLabUser(name = 'user', wishes: UserWishes = {}): Promise<LabUser> {
  return writeUser(labEnv(), `${name}-${randomBytes(6).toString('hex')}`, wishes)
}

/** The address of a new, empty PostgreSQL database. */
export async function freshDatabase(from: string = labEnv().databaseUrl): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: from })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(from)
  url.pathname = `/${name}`
  return url.href
}
