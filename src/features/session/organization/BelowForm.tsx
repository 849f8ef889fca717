/** What the sign-in page fetches after itself: the password signs in without it. */
import { PasskeyButton } from '../passkey/PasskeyButton'
import { OrganizationLogo } from './OrganizationLogo'

export function BelowForm() {
  return (
    <>
      <PasskeyButton />
      <OrganizationLogo />
    </>
  )
}
