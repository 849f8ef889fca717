/** Changing the password of one's own mailbox (SPEC §5). */
import { endpoint } from '../../endpoint'
import { text } from '../../field'

export const changePassword = endpoint({
  method: 'POST',
  path: 'webmail/settings/changePassword.action',
  fields: { oldPassword: text(256), newPassword: text(256) },
  codes: [
    'oldPasswordWrong',
    'passwordWeak',
    'passwordCommon',
    'passwordPersonal',
    'passwordSame',
    'tooManyTries',
    'serverCannot',
  ],
})
