import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { newsOpened } from '../../../store/newsEvents'
import { pathTo, pathToMail } from '../../../store/pathTo'
import { useAppDispatch } from '../../../store/typed'
import { type NewsNotice, noticePutAway } from '../newsSlice'

/** Opens the newest mail that a notice tells of, over a list that holds it too. */
export function useOpenNews(): (notice: NewsNotice) => void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return useCallback(
    ({ newest: [first] }) => {
      dispatch(noticePutAway())
      dispatch(newsOpened())
      void navigate(first === undefined ? pathTo('receive') : pathToMail('inbox', { id: first.id }))
    },
    [dispatch, navigate],
  )
}
