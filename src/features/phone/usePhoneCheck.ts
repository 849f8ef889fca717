/** Looks every three seconds whether the message of a phone came (SPEC §4). */
import { useEffect } from 'react'
import { verifyPhone } from '../../contract/endpoints/session/phone'
import { limits } from '../../contract/limits'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { useServices } from '../../store/servicesContext'

export type PhoneCheck =
  | { readonly kind: 'bound' }
  | { readonly kind: 'expired' }
  /** `trouble`: why it is not bound yet, as a key. */
  | { readonly kind: 'trouble'; readonly trouble: string }

/** `phone`: null while nobody says that the message went. */
export function usePhoneCheck(phone: string | null, onLook: (found: PhoneCheck) => void): void {
  const { call } = useServices()
  useEffect(() => {
    if (phone === null) return
    const stopping = new AbortController()
    const { signal } = stopping
    async function look(sought: string) {
      const outcome = await call(verifyPhone, { phone: sought }, { signal })
      if (signal.aborted) return
      if (outcome.ok && outcome.value.isSuccess) onLook({ kind: 'bound' })
      else if (outcome.ok && outcome.value.isExpired) onLook({ kind: 'expired' })
      else onLook({ kind: 'trouble', trouble: outcome.ok ? 'phone:notReceived' : `errors:${outcome.code}` })
    }
    void look(phone)
    const stop = everyWhileVisible(limits.smsCheckPollMs, () => void look(phone))
    return () => {
      stopping.abort()
      stop()
    }
  }, [call, phone, onLook])
}
