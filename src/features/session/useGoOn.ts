import { useNavigate, useSearchParams } from 'react-router-dom'
import { pathTo } from '../../store/routes/pathTo'
import { nextPath } from './nextPath'

/** Goes on to where somebody wanted to be before they were asked to sign in, or to the inbox. */
export function useGoOn(): () => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return () => void navigate(nextPath(search.get('next')) ?? pathTo('receive'), { replace: true })
}
