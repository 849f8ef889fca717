/** Where the desk's mailboxes lie: in the embedded store, or at Dovecot. Made before the gateway starts, except what is delivered. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import nodemailer from 'nodemailer'
import { type Lab, startLab } from '../../servers/lab'
import { mails as full, openMailbox, signIn } from '../fullMailbox'
import { settingsOf } from '../imap'
import { fillMaildir } from '../mailFiller'

export type Mailbox = { readonly address: string; readonly password: string; readonly mails: number }

export type Site = {
  readonly full: Mailbox
  readonly tenth: Mailbox
  /** For the gateway, beyond its data folder. */
  readonly settings: Readonly<Record<string, string>>
  /** In the order given; the last is the newest. `smtpPort` is the gateway's. */
  readonly deliver: (to: string, letters: readonly string[], smtpPort: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Mails of the folder that is gone to and come back from. */
const sentMails = 60
const tenthAddress = 'wang@ep.test'

export async function embeddedSite(dataDir: string, most = full): Promise<Site> {
  const isKept = await takeKept(dataDir, most)
  const filled = async (address: string, mails: number): Promise<Mailbox> => {
    const { store, keepNext, close } = await openMailbox(dataDir, { address, mails })
    const sent = (await store.folders()).find(({ id }) => id === 'sent')?.total ?? 0
    for (let n = sent; n < sentMails; n += 1) await keepNext('sent')
    await close()
    return { address, password: signIn.password, mails }
  }
  const [larger, tenth] = [await filled(signIn.username, most), await filled(tenthAddress, most / 10)]
  if (!isKept) await keep(dataDir, most)
  return {
    full: larger,
    tenth,
    settings: {},
    deliver: (to, letters, smtpPort) => deliverTo({ port: smtpPort, ignoreTLS: true }, to, letters),
    close: async () => undefined,
  }
}

/** Filling takes minutes, so what was filled is kept until the code changes that fills it. */
const keptIn = fileURLToPath(new URL('../../../.cache/bench', import.meta.url))
const written = ['server/mail/sqlite', 'server/mime', 'server/sql/migrations', 'tests/bench/fullMailbox.ts']

/** Where a mailbox of so many messages is kept. */
async function placeOf(most: number): Promise<string> {
  const hash = createHash('sha256').update(String(most))
  for (const part of written) {
    const path = fileURLToPath(new URL(`../../../${part}`, import.meta.url))
    const names = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : ['']
    for (const name of names.toSorted().filter((it) => it === '' || it.endsWith('.ts')))
      hash.update(name).update(await readFile(join(path, name)))
  }
  return join(keptIn, hash.digest('hex').slice(0, 16))
}

async function takeKept(dataDir: string, most: number): Promise<boolean> {
  const place = await placeOf(most)
  if (!existsSync(place)) return false
  await cp(place, dataDir, { recursive: true })
  return true
}

async function keep(dataDir: string, most: number): Promise<void> {
  const place = await placeOf(most)
  await rm(keptIn, { recursive: true, force: true })
  await cp(dataDir, `${place}.part`, { recursive: true })
  await rename(`${place}.part`, place)
}

export type DovecotSite = Site & {
  readonly lab: Lab
  /** Of Dovecot, whose children do the work. */
  readonly pids: readonly number[]
}

/** `most`: mails of the larger one, fewer where time is short. */
export async function dovecotSite(most = full): Promise<DovecotSite> {
  const lab = await startLab({ postfix: false, postgres: false })
  const filled = async (name: string, mails: number): Promise<Mailbox> => {
    const user = await lab.addUser(name)
    fillMaildir(user.maildir, mails, user.address)
    fillMaildir(join(user.maildir, '.Sent'), sentMails, user.address)
    return { address: user.address, password: user.password, mails }
  }
  return {
    full: await filled('lin', most),
    tenth: await filled('wang', most / 10),
    settings: settingsOf(lab),
    deliver: (to, letters) => deliverTo({ port: Number(lab.env.EP_LAB_LMTP_PORT), lmtp: true }, to, letters),
    close: lab.stop,
    lab,
    pids: await programsOf(lab),
  }
}

/** The lab writes down each program that it starts. */
async function programsOf({ folder }: Lab): Promise<readonly number[]> {
  const lines = await readFile(join(folder, 'processes'), 'utf8')
  return lines
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[0]))
}

type Door = { readonly port: number; readonly ignoreTLS?: true; readonly lmtp?: true }

async function deliverTo(door: Door, to: string, letters: readonly string[]): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', pool: true, maxConnections: 1, ...door })
  const envelope = { from: 'news@elsewhere.example', to: [to] }
  for (const raw of letters) await transport.sendMail({ envelope, raw })
  transport.close()
}
