import { useLocation } from 'react-router-dom'
import { hasLargerTier } from '../../contract/tiers'
import { selectUser } from '../session/session'
import { useAppSelector } from '../typed'
import { pathTo } from './pathTo'

/** The address of the upgrade or the renewal, from which a link leads back to the present page. */
export function usePathToPay(id: 'mailUpgrade' | 'renewal' = 'mailUpgrade'): string {
  const { pathname, search } = useLocation()
  return pathTo(id, {}, { next: pathname + search })
}

/** Whether a larger tier is for sale; nothing is offered before the own one is known. */
export function useMayUpgrade(): boolean {
  const tier = useAppSelector(selectUser)?.tier
  return tier !== undefined && hasLargerTier(tier)
}
