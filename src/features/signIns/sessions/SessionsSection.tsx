/** Where the account is signed in now, and its login history (SPEC §3, BEHAVIOUR §15). */
import { useState } from 'react'
import { ActiveSessions } from './ActiveSessions'
import { SignInHistory } from './SignInHistory'
import './sessions.css'

export function SessionsSection() {
  /** How often sessions were ended: the list is asked for anew. */
  const [ends, setEnds] = useState(0)
  const handleEnded = () => setEnds((count) => count + 1)
  return (
    <div className="sessions">
      <ActiveSessions turn={String(ends)} onEnded={handleEnded} />
      <SignInHistory onEnded={handleEnded} />
    </div>
  )
}
