/** `npm run account -- rebuild`: mailboxes from message files, where the database is lost or older than they are. */
import { addressKey } from '../../src/contract/mail/domainSpelling'
import { isAddress } from '../../src/contract/rules'
import { believedServers } from '../composition/mail'
import { openForRebuild } from '../composition/stores'
import type { Config } from '../config/readConfig'
import { rebuild } from '../mail/maintenance/rebuild'
import { openMimeReader } from '../mime'
import { Misuse } from './misuse'

export type RebuildWanted = { readonly words: readonly string[]; readonly into?: string | undefined }

/** Answers what to print. Throws `StoreMismatch` while a gateway runs. */
export async function runRebuild(config: Config, { words, into: wanted }: RebuildWanted): Promise<string> {
  const isMailElsewhere = config.servers !== null
  if (isMailElsewhere && wanted !== undefined)
    throw new Misuse('Mail is kept by the mail server of IMAP_URL: accounts alone are rebuilt, without --into.')
  if (words.length > 0) throw new Misuse('rebuild takes --into ADDRESS and nothing more.')
  const address = wanted === undefined ? undefined : addressKey(wanted)
  const stores = await openForRebuild(config)
  const mime = openMimeReader({ trustedAuthServIds: believedServers(config) })
  try {
    const { accounts, db, fileSpool: spool, organizations } = stores
    const domain = domainOf(address ?? '')
    if (
      address !== undefined &&
      !config.mailDomains.includes(domain) &&
      !(await organizations.ownedOf([domain])).has(domain)
    )
      throw new Misuse(
        `${JSON.stringify(address)} is no address of MAIL_DOMAINS, nor of a domain that an organization has.`,
      )
    const into = address === undefined ? null : await accountOf(accounts, address)
    const options = { db, spool, mime, clock: { now: Date.now }, dataDir: config.dataDir }
    const done = await rebuild({ ...options, into: into?.id ?? null })
    const made = into?.isNew ? [...done.accounts, into.address] : done.accounts
    return told({ ...done, accounts: made }, isMailElsewhere)
  } finally {
    await mime.close()
    await stores.close()
  }
}

function domainOf(address: string): string {
  return isAddress(address) ? address.slice(address.lastIndexOf('@') + 1) : ''
}

async function accountOf({ byAddress, add }: Awaited<ReturnType<typeof openForRebuild>>['accounts'], address: string) {
  const known = await byAddress(address)
  const displayName = address.slice(0, address.lastIndexOf('@'))
  // No password has an empty hash: nobody signs in until one is set.
  const fresh = { address, displayName, passwordHash: '', tier: 'free', organization: null, dueAt: null } as const
  const account = known ?? (await add(fresh))
  return account && { id: account.id, address, isNew: known === null }
}

function told(
  { accounts, mails, lost, missing }: Awaited<ReturnType<typeof rebuild>>,
  isMailElsewhere: boolean,
): string {
  const lines = [`Made ${accounts.length} mailboxes and ${mails} messages.`]
  if (lost > 0) lines.push(`${lost} files of which nothing is known went to lost+found.`)
  if (missing > 0) lines.push(`${missing} messages are noted, but their files are not there.`)
  // Over a mail server its own passwords hold.
  if (isMailElsewhere) return lines.join('\n')
  if (accounts.length > 0) lines.push('Nobody can sign in before a password is set:')
  return [...lines, ...accounts.map((it) => `  npm run account -- password ${it} --password PASSWORD`)].join('\n')
}
