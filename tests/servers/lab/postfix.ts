/**
 * Postfix: submission with AUTH, where people may send only as themselves, and a door for mail from outside (MX). Mail for the lab's
 * domain goes to Dovecot over LMTP, other mail to `outsidePort` of this machine, where there is one. Names that tests may use:
 * `nobody…@` is refused for good (550), `later…@` for now (450).
 */
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dovecotPaths } from './dovecot'
import { systemUser } from './systemUser'

export type PostfixSettings = {
  readonly folder: string
  readonly domain: string
  readonly submissionPort: number
  readonly mxPort: number
  readonly lmtpPort: number
  readonly outsidePort: number | null
  readonly tls: boolean
}

/** 75 MB, as much as the product takes in. */
const messageBytes = 75 * 1024 * 1024

export const postfixPaths = (folder: string) => {
  const home = join(folder, 'postfix')
  return { home, config: join(home, 'etc'), log: join(home, 'mail.log'), master: '/usr/lib/postfix/sbin/master' }
}

/** What `postfix check` makes of an empty queue, which takes it two seconds. */
const queueFolders =
  'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace'.split(' ')

export async function writePostfix(settings: PostfixSettings): Promise<void> {
  const { home, config } = postfixPaths(settings.folder)
  for (const name of ['etc', 'spool', 'data']) await mkdir(join(home, name), { recursive: true })
  const { uid } = await systemUser('postfix')
  await chown(join(home, 'data'), uid, 0)
  for (const name of queueFolders) {
    await mkdir(join(home, 'spool', name), { mode: 0o700 })
    // The master alone writes its pid there.
    if (name !== 'pid') await chown(join(home, 'spool', name), uid, 0)
  }
  await writeFile(join(config, 'main.cf'), main(settings))
  await writeFile(join(config, 'master.cf'), master(settings))
  await writeFile(
    join(config, 'recipients'),
    '/^nobody/ 550 5.1.1 No such mailbox here\n/^later/ 450 4.2.1 Try later\n',
  )
  await writeFile(join(config, 'senders'), '/^(.*)$/ $1\n')
}

function main({ folder, domain, lmtpPort, outsidePort, tls }: PostfixSettings) {
  const { home, config, log } = postfixPaths(folder)
  const { saslSocket, certificate, certificateKey } = dovecotPaths(folder)
  const outside =
    outsidePort === null
      ? `error:5.1.2 this server knows no way outside of ${domain}`
      : `smtp:[127.0.0.1]:${outsidePort}`
  return `
compatibility_level = 3.6
queue_directory = ${home}/spool
data_directory = ${home}/data
maillog_file = ${log}
maillog_file_prefixes = ${home}
myhostname = localhost
mydomain = ${domain}
myorigin = ${domain}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
local_recipient_maps =
local_transport = error:5.1.1 no local users
alias_maps =
virtual_mailbox_domains = ${domain}
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
default_transport = ${outside}
relay_transport = ${outside}
recipient_delimiter = +
smtputf8_enable = yes
message_size_limit = ${messageBytes}
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${saslSocket}
smtpd_sasl_security_options = noanonymous
smtpd_sender_login_maps = regexp:${config}/senders
${tls ? `smtpd_tls_security_level = may\nsmtpd_tls_cert_file = ${certificate}\nsmtpd_tls_key_file = ${certificateKey}` : 'smtpd_tls_security_level = none'}
smtp_tls_security_level = none
smtp_host_lookup = native

# A test waits for seconds, not for hours; and it comes often from one address.
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
maximal_queue_lifetime = 10m
bounce_queue_lifetime = 10m
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
smtpd_soft_error_limit = 1000
smtpd_hard_error_limit = 1000
in_flow_delay = 0
default_destination_concurrency_limit = 20
biff = no
`
}

/** Which daemon serves what: name, type, private, unprivileged, chroot, wake-up, limit, command (master(5)). */
function master({ submissionPort, mxPort }: PostfixSettings) {
  return `
127.0.0.1:${submissionPort} inet n - n - - smtpd
  -o syslog_name=postfix/submission
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
  -o smtpd_sender_restrictions=reject_authenticated_sender_login_mismatch
  -o { smtpd_recipient_restrictions = check_recipient_access regexp:$config_directory/recipients, permit_sasl_authenticated, reject }
127.0.0.1:${mxPort} inet n - n - - smtpd
  -o { smtpd_recipient_restrictions = check_recipient_access regexp:$config_directory/recipients, permit_mynetworks, reject }
cleanup    unix      n - n -  0 cleanup
qmgr       unix      n - n 300 1 qmgr
tlsmgr     unix      - - n 1000? 1 tlsmgr
rewrite    unix      - - n -  - trivial-rewrite
bounce     unix      - - n -  0 bounce
defer      unix      - - n -  0 bounce
trace      unix      - - n -  0 bounce
verify     unix      - - n -  1 verify
flush      unix      n - n 1000? 0 flush
proxymap   unix      - - n -  - proxymap
proxywrite unix      - - n -  1 proxymap
smtp       unix      - - n -  - smtp
lmtp       unix      - - n -  - lmtp
error      unix      - - n -  - error
retry      unix      - - n -  - error
discard    unix      - - n -  - discard
showq      unix      n - n -  - showq
anvil      unix      - - n -  1 anvil
scache     unix      - - n -  1 scache
postlog    unix-dgram n - n - 1 postlogd
`
}
