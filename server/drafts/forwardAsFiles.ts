/** Opens a mail to be written that carries others whole. */
import { emptyForm } from '../../src/contract/compose/emptyForm'
import { markedSubject } from '../../src/contract/compose/quoteMail'
import type { ComposeForm } from '../../src/contract/endpoints/sending/sending'
import type { Account } from '../core/account'
import { Refusal } from '../core/refusal'
import type { MailStores } from '../mail/mail.store'
import type { CarryDeps } from './carryFiles'
import { carryMails } from './carryMails'

type ForwardFilesDeps = CarryDeps & { readonly mailStores: MailStores }

/** One mail is forwarded, and stands as forwarded once this is sent; several are sent along. */
export async function forwardAsFiles(
  deps: ForwardFilesDeps,
  account: Account,
  ids: readonly string[],
): Promise<ComposeForm> {
  const store = deps.mailStores.of(account)
  const mails = await store.summaries([...new Set(ids)])
  const [first] = mails
  if (first === undefined) throw new Refusal('notFound')
  const attachments = [...(await carryMails(deps, account.id, store, mails))]
  const subject = markedSubject(first.subject, 'forward')
  if (mails.length > 1) return { ...emptyForm, subject, attachments }
  return { ...emptyForm, subject, attachments, inReplyTo: first.id, mode: 'forward' }
}
