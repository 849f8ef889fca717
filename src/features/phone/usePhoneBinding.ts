/** The steps of binding a phone (SPEC §4): number, code, looking for the message, bound. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { bindPhone } from '../../contract/endpoints/session/phone'
import { limits } from '../../contract/limits'
import { checkPhone } from '../../contract/rules'
import { useServices } from '../../store/servicesContext'
import { type PhoneCheck, usePhoneCheck } from './usePhoneCheck'
import { type PhoneEvent, usePhoneTabs } from './usePhoneTabs'

export type PhoneCode = { readonly text: string; readonly destination: string }

type Stage =
  | { readonly kind: 'number' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'code'; readonly code: PhoneCode }
  /** The person says that the message went. `trouble`: what the last look found, as a key. */
  | { readonly kind: 'looking'; readonly code: PhoneCode; readonly trouble: string | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'bound' }

/** `onSettled`: another tab has bound a phone, or was told that it can wait. */
export function usePhoneBinding(onSettled: () => void) {
  const { call } = useServices()
  const tell = usePhoneTabs(follow)
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
    if (outcome.ok) {
      setStage({ kind: 'code', code: { text: outcome.value.msg, destination: outcome.value.destination } })
      tell('asked', number)
    } else {
      setFault(`errors:${outcome.code}`)
      setStage({ kind: 'number' })
    }
  }

  /** The code that another tab has asked for, which the gateway answers again; what the person does here goes on. */
  async function takeOver() {
    const stopping = new AbortController()
    asking.current = stopping
    const outcome = await call(bindPhone, { phone }, { signal: stopping.signal })
    if (stopping.signal.aborted || !outcome.ok) return
    const code = { text: outcome.value.msg, destination: outcome.value.destination }
    setStage((now) => {
      if (now.kind === 'expired') return { kind: 'code', code }
      return now.kind === 'code' || now.kind === 'looking' ? { ...now, code } : now
    })
  }

  function follow(event: PhoneEvent, theirs: string) {
    if (event === 'asked') {
      const hasCode = 'code' in stage
      if (theirs === phone && (hasCode || stage.kind === 'expired')) void takeOver()
      // A mailbox has one code: this one's is void, whatever is sent.
      else if (theirs !== phone && hasCode) setStage({ kind: 'expired' })
    } else if (event === 'later') {
      if (phone === '') onSettled()
    } else if (theirs !== phone || (stage.kind !== 'looking' && stage.kind !== 'bound')) onSettled()
    // Whoever looks for the same message finds it, and is told so here.
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

  const handleLook = useCallback(
    (found: PhoneCheck) => {
      if (found.kind === 'bound') tell('bound', phone)
      if (found.kind !== 'trouble') setStage(found)
      else setStage((now) => (now.kind === 'looking' ? { ...now, trouble: found.trouble } : now))
    },
    [phone, tell],
  )
  usePhoneCheck(stage.kind === 'looking' ? phone : null, handleLook)

  return { phone, stage, fault, type, finish, rest, refresh: () => void ask(phone) }
}
