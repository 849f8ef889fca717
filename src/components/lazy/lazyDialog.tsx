/** A dialog whose code is fetched when it is first wanted: where that does not arrive, it says so and closes, and the next opening asks anew. */
import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react'
import { withinTime } from '../../lib/clock/withinTime'
import { noticeShown } from '../../store/shell/notices'
import { useAppDispatch } from '../../store/typed'
import { refetchStyles } from './refetchStyles'

type Closable = { onClose: () => void }

export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // A refusal would be kept for good and, without a boundary, take the whole page away with it.
  function asking(isAgain = false) {
    return lazy<ComponentType<Props>>(async () => {
      if (isAgain) refetchStyles()
      const piece = await withinTime(load()).catch(() => {
        next = asking(true)
        return Missing
      })
      return { default: piece }
    })
  }
  let next = asking()
  return function OnDemand(props: Props) {
    const [Piece] = useState(() => next)
    return <Suspense fallback={null}>{createElement<Props>(Piece, props)}</Suspense>
  }
}

function Missing({ onClose }: Closable) {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(noticeShown({ tone: 'error', message: 'common:partFailed' }))
    onClose()
  }, [dispatch, onClose])
  return null
}
