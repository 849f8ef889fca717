/** The pages about the product, fetched in one piece. */
import { FrontPage } from '../../features/product/FrontPage'
import { PhoneMailPage } from '../../features/product/PhoneMailPage'
import { TierPage } from '../../features/product/TierPage'
import { GoldPage, TiersPage } from '../../features/product/TierPages'

export const productPages = {
  pindex: FrontPage,
  vipProduction: TiersPage,
  goldMedal: GoldPage,
  particulars: TierPage,
  suixinyou: PhoneMailPage,
} as const
