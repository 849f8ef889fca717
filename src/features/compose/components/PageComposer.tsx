/** The composer that an address asks for, as the page that it has to itself. */
import { nanoid } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathTo } from '../../../store/pathTo'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { selectComposer } from '../composeSlice'
import { useDraftAddress } from '../hooks/useDraftAddress'
import type { Opened } from '../hooks/useOrigin'
import { leaveComposer } from '../leaveComposer'
import { Composer } from './Composer'

type Props = {
  opened: Opened
  /** Where closing it leads. */
  backTo: string
}

export function PageComposer({ opened: { origin, draftId, mailto, kept }, backTo }: Props) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [key] = useState(() => kept ?? nanoid())
  useDraftAddress(useAppSelector((state) => selectComposer(state, key)))
  return (
    <Composer
      composerKey={key}
      origin={origin}
      draftId={draftId}
      mailto={mailto}
      onSent={(id) => navigate(id === null ? backTo : pathTo('success', {}, { id }))}
      onCancel={() => void dispatch(leaveComposer(key, () => navigate(backTo)))}
    />
  )
}
