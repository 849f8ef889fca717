import { useNavigate, useSearchParams } from 'react-router-dom'
import { nextPath } from '../../store/routes/nextPath'
import { findStartPage } from '../../store/settings/startPage'
import { useAppDispatch } from '../../store/typed'

/** Goes on to where somebody wanted to be before the sign-in, or to their start page. */
export function useGoOn(): () => Promise<void> {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return async () => {
    const target = nextPath(search.get('next')) ?? (await dispatch(findStartPage('receive')))
    void navigate(target, { replace: true })
  }
}
