/** The browser's side of a sign-in by QR code (BEHAVIOUR §17): waiting, scanned, confirmed, run out, cancelled. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { loginQrCode, pollQrLogin } from '#contract/endpoints/session/qrLogin'
import { limits } from '#contract/limits'
import { everyWhileVisible } from '#src/lib/clock/everyWhileVisible'
import { zoneName } from '#src/lib/clock/zoneName'
import { useServices } from '#src/store/servicesContext'
import { enter } from '#src/store/session/signIn'
import { useAppDispatch } from '#src/store/typed'

type Code = { readonly id: string; readonly secret: string; readonly text: string }

export type QrStage =
  | { readonly kind: 'asking' }
  /** `scannedBy`: a name; the empty text where it has none. `trouble`: why the last look found nothing, as a key. */
  | { readonly kind: 'shown'; readonly code: Code; readonly scannedBy: string | null; readonly trouble: string | null }
  | { readonly kind: 'over'; readonly message: string }
  | { readonly kind: 'confirmed' }

export function useQrLogin(onSignedIn: () => void) {
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const [stage, setStage] = useState<QrStage>({ kind: 'asking' })
  const done = useRef(onSignedIn)
  useEffect(() => {
    done.current = onSignedIn
  }, [onSignedIn])

  const refresh = useCallback(async () => {
    setStage({ kind: 'asking' })
    const outcome = await call(loginQrCode, {})
    setStage(
      outcome.ok
        ? { kind: 'shown', code: outcome.value, scannedBy: null, trouble: null }
        : { kind: 'over', message: `errors:${outcome.code}` },
    )
  }, [call])
  useEffect(() => void refresh(), [refresh])

  const code = stage.kind === 'shown' ? stage.code : null
  useEffect(() => {
    if (code === null) return
    const stopping = new AbortController()
    let isAsking = false
    const { id, secret } = code
    async function look() {
      if (isAsking) return
      isAsking = true
      const form = { id, secret, timezone: zoneName() }
      const outcome = await call(pollQrLogin, form, { signal: stopping.signal })
      isAsking = false
      if (stopping.signal.aborted) return
      if (!outcome.ok) {
        const trouble = `errors:${outcome.code}`
        setStage((now) => (now.kind === 'shown' ? { ...now, trouble } : now))
        return
      }
      const { state, name, signedIn } = outcome.value
      if (signedIn !== undefined) {
        setStage({ kind: 'confirmed' })
        dispatch(enter(signedIn, false))
        done.current()
      } else if (state === 'expired' || state === 'cancelled') setStage({ kind: 'over', message: `qrLogin:${state}` })
      else {
        const scannedBy = state === 'scanned' ? (name ?? '') : null
        setStage((now) => (now.kind === 'shown' ? { ...now, scannedBy, trouble: null } : now))
      }
    }
    const stop = everyWhileVisible(limits.qrLoginPollMs, () => void look())
    return () => {
      stopping.abort()
      stop()
    }
  }, [call, dispatch, code])

  return { stage, refresh: () => void refresh() }
}
