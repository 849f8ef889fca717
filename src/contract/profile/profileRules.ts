/** What a person says of themselves (SPEC §3); gateway and form check alike. */
import type { RefusalCode } from '../codes'
import { isBirthday } from '../contacts/detailsRules'
import { contactName } from '../mail/contactRules'
import { citiesOf, provinces } from './regions'

export const genders = ['', 'female', 'male'] as const

export type Profile = {
  /** Stands in From beside the address, by the setting `senderName`. */
  readonly name: string
  /** Empty: not said. */
  readonly gender: (typeof genders)[number]
  /** `YYYY-MM-DD`, or empty. */
  readonly birthday: string
  /** Ids of `regions.ts`, or empty. */
  readonly province: string
  readonly city: string
}

/** Characters of the name. */
export const profileNameCharacters = 50

/** Pixels of the longer side of the kept photo. */
export const profilePhotoSide = 256

/** The name in one line, without what misleads the eye. */
export const profileName = (typed: string): string => contactName(typed)

type Fault = { readonly code: RefusalCode; readonly field: keyof Profile }

/** `today`: epoch milliseconds. */
export function checkProfile({ name, birthday, province, city }: Profile, today: number): Fault | null {
  if (name === '') return { code: 'profileNameEmpty', field: 'name' }
  if ([...name].length > profileNameCharacters) return { code: 'badField', field: 'name' }
  const isDay = birthday === '' || (/^(?:19|20)\d\d-/.test(birthday) && isBirthday(birthday))
  if (!isDay || (birthday !== '' && Date.parse(birthday) > today)) return { code: 'badField', field: 'birthday' }
  if (province !== '' && !provinces.includes(province)) return { code: 'badField', field: 'province' }
  return city !== '' && !citiesOf(province).includes(city) ? { code: 'badField', field: 'city' } : null
}
