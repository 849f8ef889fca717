/** Calls by which whoever is not signed in names a person: none tells by its time (TRUST S19). */

/** Two people who get the same answer from one of these cost the same. */
export const measuredCalls = [
  'login/loginService.action',
  'login/secondStep.action',
  'vipRegister/checkPhoneNum',
  'vipRegister/phoneCode.action',
  'vipRegister/phoneState.action',
  'passwordReset/begin.action',
  'passwordReset/phone.action',
  'passwordReset/mailbox.action',
  'passwordReset/phoneState.action',
  'passwordReset/finish.action',
  'verification/resend.action',
] as const

export type MeasuredCall = (typeof measuredCalls)[number]

const afterPassword = 'takes a ticket that the right password has given'

/** Those that answer each person differently in words, or only somebody who knows already. */
export const untimedCalls: Readonly<Record<string, string>> = {
  'vipRegister/ValidityUserName': 'its answer is whether the name is taken, so often an hour for an address',
  'vipRegister/register.action': 'its answer is whether name and alternate address are there, so often an hour as well',
  'main/getCustomizeLogo.action': 'its answer is the logo of a domain, or none',
  'leaving/takeBack.action': afterPassword,
  'login/secondStepPasskey.action': afterPassword,
  'verification/sent.action': 'is named by what whoever had the mail sent was given',
  'files/downloadLinked.action': 'takes a ticket that the secret of the link has given',
  'sms/receive.action': 'is signed by the operator’s gateway of text messages',
}
