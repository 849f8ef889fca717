/** The steps of binding a phone (SPEC §4): number, code, looking for the message, bound. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { bindPhone, verifyPhone } from '../../../contract/endpoints/phone'
import { limits } from '../../../contract/limits'
import { checkPhone } from '../../../contract/rules'
import { everyWhileVisible } from '../../../lib/clock/everyWhileVisible'
import { useServices } from '../../../store/servicesContext'

export type PhoneCode = { readonly text: string; readonly destination: string }

type Stage =
  | { readonly kind: 'number' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'code'; readonly code: PhoneCode }
  /** The person says that the message went. `trouble`: what the last look found, as a key. */
  | { readonly kind: 'looking'; readonly code: PhoneCode; readonly trouble: string | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'bound' }

export function usePhoneBinding() {
  const { call } = useServices()
  const [phone, setPhone] = useState('')
  const [stage, setStage] = useState<Stage>({ kind: 'number' })
  /** What is wrong with the number, or why there is no code for it. */
  const [fault, setFault] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  async function ask(number: string) {
    asking.current?.abort()
    const stopping = new AbortController()
    asking.current = stopping
    setFault(null)
    setStage({ kind: 'asking' })
    const outcome = await call(bindPhone, { phone: number }, { signal: stopping.signal })
    if (stopping.signal.aborted) return
    if (outcome.ok)
      setStage({ kind: 'code', code: { text: outcome.value.msg, destination: outcome.value.destination } })
    else {
      setFault(`errors:${outcome.code}`)
      setStage({ kind: 'number' })
    }
  }

  function type(typed: string) {
    // A number is pasted with its country's prefix and with spaces as well.
    const digits = typed
      .replaceAll(/\D/g, '')
      .replace(/^86(?=1\d{10}$)/, '')
      .slice(0, limits.phoneDigits)
    if (digits === phone) return
    asking.current?.abort()
    setPhone(digits)
    setFault(null)
    setStage({ kind: 'number' })
    if (checkPhone(digits) === null) void ask(digits)
  }

  /** The message went, as the person says; where there is no code yet, it is asked for. */
  function finish() {
    const wrong = checkPhone(phone)
    if (wrong !== null) setFault(`errors:${wrong}`)
    else if (stage.kind === 'number') void ask(phone)
    else if (stage.kind === 'code') setStage({ ...stage, kind: 'looking', trouble: null })
  }

  /** Picture or words: whoever changes over has not sent the message yet. */
  const rest = () => {
    if (stage.kind === 'looking') setStage({ kind: 'code', code: stage.code })
  }

  const isLooking = stage.kind === 'looking'
  const look = useCallback(
    async (signal: AbortSignal) => {
      const outcome = await call(verifyPhone, { phone }, { signal })
      if (signal.aborted) return
      if (outcome.ok && outcome.value.isSuccess) setStage({ kind: 'bound' })
      else if (outcome.ok && outcome.value.isExpired) setStage({ kind: 'expired' })
      else {
        const trouble = outcome.ok ? 'phone:notReceived' : `errors:${outcome.code}`
        setStage((now) => (now.kind === 'looking' ? { ...now, trouble } : now))
      }
    },
    [call, phone],
  )
  useEffect(() => {
    if (!isLooking) return
    const stopping = new AbortController()
    void look(stopping.signal)
    const stop = everyWhileVisible(limits.smsCheckPollMs, () => void look(stopping.signal))
    return () => {
      stopping.abort()
      stop()
    }
  }, [isLooking, look])

  return { phone, stage, fault, type, finish, rest, refresh: () => void ask(phone) }
}
