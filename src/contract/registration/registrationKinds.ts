/** The kinds of registration (CONTRACT "Pages"): one wizard registers the tiers of its page. */
import type { RouteId } from '../routes'
import type { TierId } from '../tiers'

export const registrationKinds = [
  { page: 'registerMailFree', tiers: ['free'] },
  { page: 'registerEnjoy', tiers: ['soho', 'sme'] },
  { page: 'registerHonorable', tiers: ['enterprise', 'globalEnterprise', 'globalEnterprisePlus'] },
  { page: 'registerShine', tiers: ['star'] },
] as const satisfies readonly { readonly page: RouteId; readonly tiers: readonly TierId[] }[]

export type RegistrationPage = (typeof registrationKinds)[number]['page']
