/** Dovecot: IMAP, ManageSieve and LMTP with Sieve, over one Maildir a user. */
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOnce } from './processes'

/** `prefix` is what the paths of a person's folders begin with, such as `INBOX.`. */
export type Namespace = { readonly separator: string; readonly prefix: string }

export const plainNamespace: Namespace = { separator: '/', prefix: '' }

export type DovecotSettings = {
  readonly folder: string
  readonly domain: string
  readonly imapPort: number
  readonly sievePort: number
  readonly lmtpPort: number
  /** Where Sieve sends what it redirects and answers. */
  readonly mxPort: number
  /** Exactly what CAPABILITY says, where a poorer server is to be played. */
  readonly imapCapability: string | null
  readonly namespace: Namespace
  /** Whether a file `dovecot-acl` in a folder says what its owner may do with it. */
  readonly acl: boolean
  /** Whether everybody has the same folders under `Public/` besides their own. */
  readonly publicFolders: boolean
  /** STARTTLS with a certificate that nobody has signed. */
  readonly tls: boolean
}

export const dovecotPaths = (folder: string) => {
  const home = join(folder, 'dovecot')
  return {
    home,
    config: join(home, 'dovecot.conf'),
    log: join(home, 'dovecot.log'),
    users: join(home, 'users'),
    masters: join(home, 'masters'),
    mail: join(folder, 'mail'),
    /** Over which Postfix asks whether a password is right. */
    saslSocket: join(home, 'run', 'sasl'),
    certificate: join(home, 'certificate.pem'),
    certificateKey: join(home, 'key.pem'),
  }
}

/** Dovecot's master user. */
export const labAdmin = { user: 'recaller', password: 'Adm1n!pass' } as const

/** Debian's user `mail`, to whom all mailboxes belong. */
export const mailOwner = 8

const specialFolders = ['Drafts', 'Sent', 'Trash', 'Junk', 'Archive']

async function makeCertificate(folder: string): Promise<void> {
  const { certificate, certificateKey } = dovecotPaths(folder)
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  await runOnce('openssl', ['req', ...key, ...names, '-keyout', certificateKey, '-out', certificate])
}

export async function writeDovecot(settings: DovecotSettings): Promise<void> {
  const paths = dovecotPaths(settings.folder)
  for (const path of [paths.home, paths.users, paths.mail]) await mkdir(path, { recursive: true })
  await chmod(paths.home, 0o755)
  await chown(paths.mail, mailOwner, mailOwner)
  if (settings.tls) await makeCertificate(settings.folder)
  await writeFile(paths.masters, `${labAdmin.user}:{PLAIN}${labAdmin.password}::::::allow_nets=127.0.0.0/8\n`)
  await writeFile(paths.config, configuration(settings))
}

function configuration({ folder, domain, imapPort, sievePort, lmtpPort, mxPort, ...settings }: DovecotSettings) {
  const { home, log, users, mail, masters, certificate, certificateKey } = dovecotPaths(folder)
  return `
base_dir = ${home}/run
state_dir = ${home}/state
instance_name = lab-${imapPort}
log_path = ${log}
protocols = imap lmtp sieve
listen = 127.0.0.1
${settings.tls ? `ssl = yes\nssl_cert = <${certificate}\nssl_key = <${certificateKey}` : 'ssl = no'}
hostname = localhost
postmaster_address = postmaster@${domain}
submission_host = 127.0.0.1:${mxPort}
recipient_delimiter = +

# Tests sign in often and wrongly from one address: nothing may slow them down.
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
auth_cache_size = 0
mail_max_userip_connections = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}

# Opens anybody's mailbox, under that person's name, an asterisk and its own.
auth_master_user_separator = *
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${masters}
  master = yes
  result_success = continue
}

# One file a user: a file that all share is read at most once a second, and a user made just now would be unknown.
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%Lu ${users}/%Lu
}
userdb {
  driver = passwd-file
  args = username_format=%Lu ${users}/%Lu
}

mail_uid = ${mailOwner}
mail_gid = ${mailOwner}
first_valid_uid = ${mailOwner}
mail_location = maildir:~/Maildir
maildir_very_dirty_syncs = yes
mail_fsync = never
mail_attribute_dict = file:%h/attributes
mail_plugins = quota${settings.acl ? ' acl' : ''}
lda_mailbox_autocreate = yes
lda_mailbox_autosubscribe = yes
namespace inbox {
  inbox = yes
  separator = ${settings.namespace.separator}
  prefix = ${settings.namespace.prefix}
${specialFolders.map((name) => `  mailbox ${name} {\n    special_use = \\${name}\n    auto = subscribe\n  }`).join('\n')}
}
${settings.publicFolders ? `namespace public {\n  type = public\n  separator = /\n  prefix = Public/\n  location = maildir:${mail}/public\n  subscriptions = no\n  list = yes\n}\n` : ''}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
  service_count = 0
}
service imap {
  process_limit = 2000
}
service managesieve-login {
  inet_listener sieve {
    port = ${sievePort}
  }
  service_count = 0
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtpPort}
  }
}
service auth {
  unix_listener sasl {
    mode = 0666
  }
}

${settings.imapCapability === null ? '' : `imap_capability = ${settings.imapCapability}`}
protocol imap {
  imap_metadata = yes
  mail_plugins = $mail_plugins imap_quota
}
protocol lmtp {
  mail_plugins = $mail_plugins sieve
}
plugin {
  quota = count:User quota
${settings.acl ? '  acl = vfile\n  # What the owner may do, whoever opens the mailbox for them.\n  acl_user = %u' : ''}
  quota_vsizes = yes
  quota_rule = *:storage=10G
  quota_grace = 0
  sieve = file:~/sieve;active=~/.dovecot.sieve
  sieve_extensions = +editheader +duplicate +mboxmetadata +servermetadata
  sieve_vacation_min_period = 0
  sieve_vacation_send_from_recipient = yes
}
`
}
