/** A phone that proves itself: its code, and whether its text message came (SPEC §4). */
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits'
import { checkPhone } from '#contract/rules'
import { everyWhileVisible } from '#src/lib/clock/everyWhileVisible'
import { useAppDispatch } from '#src/store/typed'
import { askPhoneCode, lookForProof, type RegistrationPhoneProof } from './registrationThunks'

const none: RegistrationPhoneProof = { state: 'none' }
const asking: RegistrationPhoneProof = { state: 'asking' }

/** `phone`: empty while none is asked for. */
export function usePhoneProof(phone: string, proof: string) {
  const dispatch = useAppDispatch()
  /** Another object for each time that a code is asked for. */
  const [turn, setTurn] = useState({})
  const [found, setFound] = useState({ phone: '', of: turn, is: none })
  const isWhole = checkPhone(phone) === null
  const current = !isWhole ? none : found.phone === phone && found.of === turn ? found.is : asking

  useEffect(() => {
    if (!isWhole) return
    const stopping = new AbortController()
    const { signal } = stopping
    async function ask() {
      const is = await dispatch(askPhoneCode({ phone, proof }, signal))
      if (!signal.aborted) setFound({ phone, of: turn, is })
    }
    void ask()
    return () => stopping.abort()
  }, [dispatch, phone, proof, isWhole, turn])

  const isWaiting = current.state === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const stopping = new AbortController()
    const { signal } = stopping
    async function look() {
      const is = await dispatch(lookForProof({ phone, proof }, signal))
      if (is !== null && !signal.aborted) setFound({ phone, of: turn, is })
    }
    const stop = everyWhileVisible(limits.smsCheckPollMs, () => void look())
    return () => {
      stopping.abort()
      stop()
    }
  }, [dispatch, phone, proof, isWaiting, turn])

  return { proof: current, again: () => setTurn({}) }
}
