/** Short mails for tests of lists. */
import type { TestGateway } from '../gateway/gateway'

type Wanted = { readonly from?: string; readonly to?: string; readonly subject?: string; readonly text?: string }

/** Puts a mail of one line into a mailbox of the test's domain; answers its id. */
export function deliverPlain(gateway: TestGateway, name: string, wanted: Wanted = {}, into = 'inbox') {
  const { from = 'Wang Li <wang@example.com>', to = `${name}@ep.test`, subject = 'A mail', text = 'A line.' } = wanted
  const raw = `From: ${from}
To: ${to}
Subject: ${subject}
Date: Sat, 21 Nov 2026 09:30:00 +0800
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

${text}
`
  // The test environment's own kind of bytes: those of Node's encoder are of another realm than the spool's test for bytes.
  const bytes = new Uint8Array(Buffer.from(raw.replaceAll('\n', '\r\n')))
  return gateway.deliver(`${name}@ep.test`, bytes, into)
}
