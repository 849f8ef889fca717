/** Builds the raw messages of the demo mailboxes (RFC 5322), headers encoded by the library. */
import MailComposer from 'nodemailer/lib/mail-composer'
import type { DemoMail } from './demoMail'

export function compose(mail: DemoMail, key: string, at: number, domain: string): Promise<Buffer> {
  const inDomain = (text: string) => text.replaceAll('{domain}', domain)
  const messageId = (name: string) => `<demo-${name}@${domain}>`
  const composer = new MailComposer({
    from: inDomain(mail.from),
    to: inDomain(mail.to),
    ...(mail.cc !== undefined && { cc: inDomain(mail.cc) }),
    subject: mail.subject,
    date: new Date(at),
    messageId: messageId(mail.name ?? key),
    ...(mail.answers !== undefined && { inReplyTo: messageId(mail.answers), references: messageId(mail.answers) }),
    ...(mail.urgent === true && { priority: 'high' }),
    text: inDomain(mail.text),
    ...(mail.html !== undefined && { html: inDomain(mail.html) }),
    attachments: (mail.files ?? []).map(({ name, type, bytes, cid }) => ({
      filename: name,
      contentType: type,
      content: bytes,
      ...(cid !== undefined && { cid }),
    })),
  })
  return composer.compile().build()
}
