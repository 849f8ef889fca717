import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { newMailOpened } from '#src/store/mail/newMailEvents'
import { pathTo, pathToMail } from '#src/store/routes/pathTo'
import { useAppDispatch } from '#src/store/typed'
import { type NewMailNotice, noticePutAway } from '../newMailSlice'

/** Opens the newest mail that a notice tells of, over a list that holds it too. */
export function useOpenNewMail(): (notice: NewMailNotice) => void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return useCallback(
    ({ newest: [first] }) => {
      dispatch(noticePutAway())
      dispatch(newMailOpened())
      void navigate(first === undefined ? pathTo('receive') : pathToMail(first.folder, { id: first.id }))
    },
    [dispatch, navigate],
  )
}
