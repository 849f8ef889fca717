import { useEffect } from 'react'
import { arrivalEvent, watchNewMail } from '../../contract/endpoints/mail/newMail'
import { makeListen } from '../../lib/http/eventStream'
import { useServices } from '../../store/servicesContext'
import { selectSessionStatus } from '../../store/session/session'
import { checkSession } from '../../store/session/sessionThunks'
import { selectIsReachable } from '../../store/shell/connection'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { lookForNewMail } from './newMailThunks'
import { useIsHiddenLong } from './useIsHiddenLong'

/**
 * Milliseconds before the first new try, and at the most; each is twice as long as the one before, and for each browser a quarter of it to
 * five: whoever a gateway that ends has sent away does not come to the next one at the same instant (TRUST R18).
 */
const pause = { first: 4_000, most: 60_000, least: 0.25 }
const name = 'ep_news'

/**
 * Is told at once of mail, where the gateway tells: a word leads to an ordinary look. One tab of a browser holds the stream and passes the
 * word on to the others, since a browser has few lines to a server; who is hidden for long lets it go. Without it the clock looks.
 */
export function useNewMailStream(listenTo = makeListen): void {
  const dispatch = useAppDispatch()
  const { server } = useServices()
  const isSignedIn = useAppSelector(selectSessionStatus) === 'signedIn'
  const isReachable = useAppSelector(selectIsReachable)
  const isAway = useIsHiddenLong()
  const isOn = isSignedIn && isReachable

  useEffect(() => {
    if (!isOn || server === null) return
    const others = new BroadcastChannel(name)
    others.onmessage = () => void dispatch(lookForNewMail())
    return () => others.close()
  }, [dispatch, server, isOn])

  useEffect(() => {
    if (!isOn || isAway || server === null || !('locks' in navigator)) return
    const others = new BroadcastChannel(name)
    let leave: () => void = () => undefined
    let giveUp: () => void = () => undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let wait = pause.first
    let isOver = false

    const listen = listenTo(server)
    function connect() {
      leave = listen(watchNewMail, {
        onOpen: () => {
          wait = pause.first
          // What came before the line was there, at the start or while it was cut, was told to nobody.
          void dispatch(lookForNewMail())
        },
        onEvent: (event) => {
          if (event !== arrivalEvent) return
          others.postMessage(null)
          void dispatch(lookForNewMail())
        },
        onEnd: (why) => {
          if (why === 'sessionLost') void dispatch(checkSession())
          if (why !== 'cut') return
          timer = setTimeout(connect, wait * (pause.least + Math.random()))
          wait = Math.min(wait * 2, pause.most)
        },
      })
    }

    void navigator.locks.request(name, () => {
      if (isOver) return
      connect()
      return new Promise<void>((resolve) => {
        giveUp = resolve
      })
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      leave()
      giveUp()
      others.close()
    }
  }, [dispatch, server, listenTo, isOn, isAway])
}
