/** What a contact must have (SPEC §5): a name and a valid address. */
import { limits } from '../limits'
import { isAnswerable } from '../rules'
import { foldedName, plainName } from './plainName'

export type ContactField = 'name' | 'email'

/** As it is kept: without what could mislead the eye, in one line. */
export const contactName = (typed: string): string => plainName(typed.replaceAll(/\s+/g, ' ')).trim()

/** Whether a group may bear this name; as `contactName` keeps it. */
export function checkGroup(name: string): boolean {
  return foldedName(name) !== '' && [...name].length <= limits.groupNameCharacters
}

/** The field at fault, or null when all is well; of the name as `contactName` keeps it. */
export function checkContact({ name, email }: { readonly name: string; readonly email: string }): ContactField | null {
  if (foldedName(name) === '' || [...name].length > limits.contactNameCharacters) return 'name'
  return isAnswerable(email) ? null : 'email'
}
