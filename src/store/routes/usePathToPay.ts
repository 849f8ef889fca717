import { useLocation } from 'react-router-dom'
import { pathTo } from './pathTo'

/** The address of the upgrade or the renewal, from which a link leads back to the present page. */
export function usePathToPay(id: 'mailUpgrade' | 'renewal' = 'mailUpgrade'): string {
  const { pathname, search } = useLocation()
  return pathTo(id, {}, { next: pathname + search })
}
