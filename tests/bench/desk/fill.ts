/** Where the desk's mailboxes lie: in the embedded store, or at Dovecot. Made before the gateway starts, except what is delivered. */
import nodemailer from 'nodemailer'
import { startLab } from '../../servers/lab'
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

export async function embeddedSite(dataDir: string): Promise<Site> {
  const filled = async (address: string, mails: number): Promise<Mailbox> => {
    const { store, keepNext, close } = await openMailbox(dataDir, { address, mails })
    const sent = (await store.folders()).find(({ id }) => id === 'sent')?.total ?? 0
    for (let n = sent; n < sentMails; n += 1) await keepNext('sent')
    await close()
    return { address, password: signIn.password, mails }
  }
  return {
    full: await filled(signIn.username, full),
    tenth: await filled(tenthAddress, full / 10),
    settings: {},
    deliver: (to, letters, smtpPort) => deliverTo({ port: smtpPort, ignoreTLS: true }, to, letters),
    close: async () => undefined,
  }
}

/** `most`: mails of the larger one, fewer where time is short. */
export async function dovecotSite(most = full): Promise<Site> {
  const lab = await startLab({ postfix: false, postgres: false })
  const filled = async (name: string, mails: number): Promise<Mailbox> => {
    const user = await lab.addUser(name)
    fillMaildir(user.maildir, mails, user.address)
    return { address: user.address, password: user.password, mails }
  }
  return {
    full: await filled('lin', most),
    tenth: await filled('wang', most / 10),
    settings: settingsOf(lab),
    deliver: (to, letters) => deliverTo({ port: Number(lab.env.EP_LAB_LMTP_PORT), lmtp: true }, to, letters),
    close: lab.stop,
  }
}

type Door = { readonly port: number; readonly ignoreTLS?: true; readonly lmtp?: true }

async function deliverTo(door: Door, to: string, letters: readonly string[]): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', pool: true, maxConnections: 1, ...door })
  const envelope = { from: 'news@elsewhere.example', to: [to] }
  for (const raw of letters) await transport.sendMail({ envelope, raw })
  transport.close()
}
