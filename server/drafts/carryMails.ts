/** Carries whole mails over into a mail being written, each as a file of its own. */
import { pipeline } from 'node:stream'
import type { ComposeAttachment } from '../../src/contract/shapes'
import type { AccountId } from '../core/account'
import type { StoredSummary } from '../core/mail'
import { distinctFileNames } from '../kit/fileName'
import { withoutBcc } from '../kit/message/withoutBcc'
import type { MailStore } from '../mail/mail.store'
import { refuseTooLarge } from './attachedFiles'
import { type CarryDeps, carryBytes } from './carryFiles'
import { uploadRoom } from './uploads/uploadRoom'

/** Throws `attachmentsTooLarge` before anything is copied, `quotaExceeded` or `uploadsFull` where a copy has no room. A mail that is gone by then is left out. */
export async function carryMails(
  deps: CarryDeps,
  owner: AccountId,
  store: MailStore,
  mails: readonly StoredSummary[],
): Promise<readonly ComposeAttachment[]> {
  refuseTooLarge(mails)
  const names = distinctFileNames(mails.map(({ subject }) => `${subject.replaceAll(/[/\\]/g, '_') || 'mail'}.eml`))
  const room = await uploadRoom(store)
  const carried: ComposeAttachment[] = []
  for (const [at, { id }] of mails.entries()) {
    const file = { name: names[at] ?? 'mail.eml', type: 'message/rfc822', cid: null }
    // Whom the person wrote to in secret is told to nobody else.
    const open = async () => {
      const raw = await store.raw(id)
      return raw && pipeline(raw.stream, withoutBcc(), () => undefined)
    }
    const copy = await carryBytes(deps, { id: owner, room }, file, open)
    if (copy !== null) carried.push(copy)
  }
  return carried
}
