/** Whether a mail bears the name of somebody whom the person knows, but not their address (TRUST S31). */
import { addressKey } from '#contract/mail/domainSpelling'
import type { Address } from '#contract/shapes'
import type { ContactStore } from '../../contacts/contacts.store'
import type { AccountId } from '../../core/account'
import type { OpenedMail } from '../mail.store'

/** The contact of that name; null where the sender is known, or nobody bears the name. */
export async function impersonatedContact(
  { contacts }: { readonly contacts: ContactStore },
  account: { readonly id: AccountId; readonly address: string },
  { summary }: OpenedMail,
): Promise<Address | null> {
  const { name, address } = summary.from
  const email = address.toLowerCase()
  if (name.trim() === '' || email === '' || email === account.address) return null
  const like = await contacts.like(account.id, { name, email })
  if (like.some(({ emailKeys }) => emailKeys.includes(addressKey(email)))) return null
  const [known] = like
  return known === undefined ? null : { name: known.name, address: known.email }
}
