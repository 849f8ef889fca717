/** What can be done with a person who stands in a mail's header. */

import { contactLimits } from '#contract/contacts/contactDetails'
import { addContact, addPeople } from '#contract/endpoints/contacts/contacts'
import { saveDraft } from '#contract/endpoints/sending/sending'
import { type ContactField, checkContact, contactName } from '#contract/mail/contactRules'
import type { Address } from '#contract/shapes'
import type { Failure } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { contactAdded } from '#src/store/mail/senderEvents'
import { tellOfBlocked } from '#src/store/mail/tellOfBlocked'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'

/** An empty mail to this address, as a draft; null where it could not be made, which is said. */
export function draftTo(address: string): AppThunk<Promise<string | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(saveDraft, { to: [address], subject: '', html: '' })
    if (outcome.ok) return outcome.value.id
    dispatch(say(outcome))
    return null
  }
}

export function copyAddress(address: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    )
    const said = isCopied ? 'reading:addressCopied' : 'reading:addressNotCopied'
    dispatch(noticeShown({ tone: isCopied ? 'success' : 'error', message: said }))
  }
}

/** Why a contact was not saved, and beside which field that is said; `form` for what concerns neither. */
export type ContactFault = { readonly field: ContactField | 'form'; readonly message: string }

const faults: Readonly<Record<ContactField, ContactFault>> = {
  name: { field: 'name', message: 'reading:contactNameWrong' },
  email: { field: 'email', message: 'reading:contactEmailWrong' },
}

function faultOf({ code, field }: Failure): ContactFault {
  if (code === 'badField' && (field === 'name' || field === 'email')) return faults[field]
  return { field: code === 'contactExists' ? 'name' : 'form', message: `errors:${code}` }
}

export function saveContact(typed: { name: string; email: string }): AppThunk<Promise<ContactFault | null>> {
  return async (dispatch, _getState, { call }) => {
    const person = { name: contactName(typed.name), email: typed.email.trim() }
    const wrong = checkContact(person)
    if (wrong !== null) return faults[wrong]
    const outcome = await call(addContact, person)
    if (!outcome.ok) return faultOf(outcome)
    dispatch(contactAdded({ address: person.email.toLowerCase() }))
    dispatch(noticeShown({ tone: 'success', message: 'reading:contactSaved', params: { name: person.name } }))
    dispatch(tellOfBlocked([person.email]))
    return null
  }
}

/** All of them that are no contacts yet. */
export function savePeople(people: readonly Address[]): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(addPeople, { people: people.slice(0, contactLimits.peopleAdded) })
    if (!outcome.ok) {
      dispatch(say(outcome))
      return
    }
    const { added } = outcome.value
    if (added > 0) for (const { address } of people) dispatch(contactAdded({ address: address.toLowerCase() }))
    const message = added === 0 ? 'reading:peopleKnown' : 'reading:peopleSaved'
    dispatch(noticeShown({ tone: 'success', message, params: { count: added } }))
  }
}
