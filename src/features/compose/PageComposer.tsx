/** The composer that an address asks for, as the page that it has to itself. */
import { nanoid } from '@reduxjs/toolkit'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathTo } from '../../store/routes/pathTo'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { ComposerPane } from './ComposerPane'
import { selectComposer } from './composeSlice'
import { leaveComposer } from './dock/leaveComposer'
import { useDraftAddress } from './draft/useDraftAddress'
import type { Opened } from './opening/useOrigin'

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
    <ComposerPane
      composerKey={key}
      origin={origin}
      draftId={draftId}
      mailto={mailto}
      onSent={(id) => navigate(id === null ? backTo : pathTo('success', {}, { id, from: backTo }))}
      exit={{
        close: () => navigate(backTo),
        reopen: (kept) => navigate(pathTo('writeMail', {}, { kept })),
      }}
      onCancel={() => void dispatch(leaveComposer(key, () => navigate(backTo)))}
    />
  )
}
