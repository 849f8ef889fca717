/** Mail users: each a file of one line, which Dovecot reads at the first sign-in. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dovecotPaths, mailOwner } from './dovecot'

export type LabUser = {
  readonly address: string
  readonly password: string
  /** The user's Maildir, for what is to be laid down or spoiled behind the servers' backs. */
  readonly maildir: string
}

export type UserWishes = {
  readonly password?: string
  /** As Dovecot writes it: `storage=1M`, `messages=10`, `bytes=5000`. */
  readonly quota?: string
}

/** Makes the user, or gives one that is there another password and quota. `domain` is added to a name that has none. */
export async function writeUser(
  place: { readonly folder: string; readonly domain: string; readonly password: string },
  name: string,
  { password = place.password, quota }: UserWishes = {},
): Promise<LabUser> {
  const address = name.includes('@') ? name.toLowerCase() : `${name.toLowerCase()}@${place.domain}`
  if (/[:/\s]/.test(address) || /[:\n]/.test(password)) throw new Error(`Dovecot's file cannot hold ${address}`)
  const paths = dovecotPaths(place.folder)
  const home = join(paths.mail, address)
  const extra = quota === undefined ? '' : `userdb_quota_rule=*:${quota}`
  const line = `${address}:{PLAIN}${password}:${mailOwner}:${mailOwner}::${home}::${extra}\n`
  const draft = join(paths.home, `new-${process.pid}-${Math.random().toString(36).slice(2)}`)
  // Put there at once: a half-written file would refuse a sign-in.
  await writeFile(draft, line)
  await rename(draft, join(paths.users, address))
  return { address, password, maildir: join(home, 'Maildir') }
}
