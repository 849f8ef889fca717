#!/bin/sh
# Sets Postfix 3.7 or newer up in front of Dovecot: `sh postfix-setup.sh example.com mail.example.com`, as root. May be run again.
set -eu
domain=${1:?the domain whose mail is kept here}
host=${2:?the name of this server}
config=${MAIL_CONFIG:-/etc/postfix}
set_() { postconf -c "$config" -e "$@"; }

# Mail for the domain goes to Dovecot, which alone knows who has a mailbox: what it refuses is refused at the door.
set_ "myhostname = $host" "mydestination = localhost" \
  "virtual_mailbox_domains = $domain" "virtual_transport = lmtp:unix:private/dovecot-lmtp" \
  "recipient_delimiter = +" "smtputf8_enable = yes" \
  "smtpd_recipient_restrictions = reject_unauth_destination, reject_unverified_recipient" \
  "unverified_recipient_reject_code = 550"

# As large as the gateway's MAX_MESSAGE_BYTES, and room for what servers on the way add.
set_ "message_size_limit = 78643200" "mailbox_size_limit = 0"

set_ "smtpd_tls_cert_file = /etc/letsencrypt/live/$host/fullchain.pem" \
  "smtpd_tls_key_file = /etc/letsencrypt/live/$host/privkey.pem" \
  "smtpd_tls_security_level = may" "smtp_tls_security_level = may"

# Passwords are Dovecot's affair. Whoever signs in sends as themselves.
set_ "smtpd_sasl_type = dovecot" "smtpd_sasl_path = private/auth"
printf '/^(.*)$/ $1\n' >"$config/own_address"
for door in submissions submission; do
  postconf -c "$config" -M "$door/inet=$door inet n - y - - smtpd"
  postconf -c "$config" -P "$door/inet/syslog_name=postfix/$door" \
    "$door/inet/smtpd_sasl_auth_enable=yes" "$door/inet/smtpd_tls_auth_only=yes" \
    "$door/inet/smtpd_sender_login_maps=regexp:$config/own_address" \
    "$door/inet/smtpd_sender_restrictions=reject_sender_login_mismatch" \
    "$door/inet/smtpd_relay_restrictions=permit_sasl_authenticated,reject" \
    "$door/inet/smtpd_recipient_restrictions=permit_sasl_authenticated,reject"
done
postconf -c "$config" -P "submissions/inet/smtpd_tls_wrappermode=yes" "submission/inet/smtpd_tls_security_level=encrypt"
