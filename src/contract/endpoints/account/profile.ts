/** What a person says of themselves. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text, word } from '../../field'
import { genders } from '../../profile/profileRules'

const reply = v.object({
  profile: v.object({
    name: v.string(),
    gender: v.picklist(genders),
    birthday: v.string(),
    province: v.string(),
    city: v.string(),
    /** Names the photo for `contactPhoto`, or is empty. */
    photo: v.string(),
  }),
})

export const readProfile = endpoint({ method: 'GET', path: 'webmail/profile/profile.action', reply })

/** A field that is left out stays as it is. */
export const saveProfile = endpoint({
  method: 'POST',
  path: 'webmail/profile/saveProfile.action',
  fields: {
    name: optional(text(200)),
    gender: optional(word(genders)),
    birthday: optional(text(10)),
    province: optional(text(40)),
    city: optional(text(40)),
  },
  reply,
  codes: ['profileNameEmpty'],
})

/** Takes the picture as raw bytes; it is written anew, within `profilePhotoSide`. */
export const putProfilePhoto = endpoint({
  method: 'POST',
  path: 'webmail/profile/putPhoto.action',
  fields: {},
  reply,
  codes: ['imageRefused', 'tooLarge', 'tooManyTries', 'quotaExceeded'],
  body: 'bytesIn',
})

export const removeProfilePhoto = endpoint({ method: 'POST', path: 'webmail/profile/removePhoto.action', reply })
