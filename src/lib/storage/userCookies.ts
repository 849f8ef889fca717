/** The two cookies of SPEC §3: who is signed in, and who is to be filled in at the next sign-in. Nothing secret, and nothing that the gateway reads. */
import Cookies from 'js-cookie'

const signedInName = 'mail_user'
const rememberedName = 'tomMailUserName'
const rememberedDays = 30

const attributes = () => ({ path: '/', sameSite: 'strict' as const, secure: window.location.protocol === 'https:' })

export type UserCookies = {
  /** The address that was remembered here, or the empty text. */
  readonly remembered: () => string
  readonly noteSignedIn: (address: string, isRemembered: boolean) => void
  /** Who is remembered stays: that is what it is for. */
  readonly noteSignedOut: () => void
}

export const browserCookies: UserCookies = {
  remembered: () => Cookies.get(rememberedName) ?? '',
  noteSignedIn: (address, isRemembered) => {
    Cookies.set(signedInName, address, attributes())
    if (isRemembered) Cookies.set(rememberedName, address, { ...attributes(), expires: rememberedDays })
    else Cookies.remove(rememberedName, attributes())
  },
  noteSignedOut: () => Cookies.remove(signedInName, attributes()),
}
