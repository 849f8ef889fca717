/** A mailbox as another mail program sees it: the truth with which what the product says is compared. */
import { ImapFlow } from 'imapflow'
import { labEnv } from './lab/env'
import type { LabUser } from './lab/users'

/** Signed in; log it out when done. */
export async function imapOf({ address, password }: LabUser, port = labEnv().imapPort): Promise<ImapFlow> {
  const auth = { user: address, pass: password }
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth, logger: false })
  // Whoever breaks the line in a test looks at what comes of it elsewhere.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Runs `act` with one folder selected. */
export async function within<T>(user: LabUser, path: string, act: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = await imapOf(user)
  try {
    const lock = await client.getMailboxLock(path)
    try {
      return await act(client)
    } finally {
      lock.release()
    }
  } finally {
    await client.logout()
  }
}

/** Subjects of a folder, in order of arrival. */
export function subjectsIn(user: LabUser, path: string): Promise<string[]> {
  return within(user, path, async (client) => {
    if (client.mailbox === false || client.mailbox.exists === 0) return []
    const messages = await client.fetchAll('1:*', { envelope: true })
    return messages.map(({ envelope }) => envelope?.subject ?? '')
  })
}

export type Filling = { readonly subject: string; readonly text?: string }

/** Puts mails into a folder, one after another. */
export async function fill(user: LabUser, path: string, mails: readonly Filling[]): Promise<void> {
  const client = await imapOf(user)
  for (const { subject, text = subject } of mails) {
    const head = `From: Chen <chen@example.cn>\r\nTo: ${user.address}\r\nSubject: ${subject}\r\nMIME-Version: 1.0`
    await client.append(path, `${head}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`)
  }
  await client.logout()
}
