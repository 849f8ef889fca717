/** The second step of a sign-in: a trusted device goes on by itself. */
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import type { Call } from '#contract/endpoint'
import { secondStep } from '#contract/endpoints/session/factors'
import { secondStepPasskey } from '#contract/endpoints/session/passkeys'
import { factorLimits } from '#contract/session/factorLimits'
import { zoneName } from '#src/lib/clock/zoneName'
import type { Failure } from '#src/lib/http/outcome'
import type { StoredItems } from '#src/lib/storage/storedItems'
import { outcomeOf, useReply } from '#src/store/ask'
import { loadChunk } from '#src/store/loadChunk'
import { useServices } from '#src/store/servicesContext'
import { type Closing, enter, keepRenewalTicket, readLoginRefusal } from '#src/store/session/signIn'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

/** What lets this browser in without a code, by account: the gateway has its hash. */
const kept = v.fallback(v.record(v.string(), v.string()), {})

/** `account` as it was typed: an address, or what stands before its @. */
function knownDevice(stored: StoredItems, account: string): string | null {
  const typed = account.trim().toLowerCase()
  const devices = Object.entries(v.parse(kept, stored.get('trustedDevices')))
  return devices.find(([address]) => address === typed || address.startsWith(`${typed}@`))?.[1] ?? null
}

function keepDevice(stored: StoredItems, address: string, device: string): void {
  const devices = { ...v.parse(kept, stored.get('trustedDevices')), [address]: device }
  stored.set('trustedDevices', devices, factorLimits.trustMs / 3_600_000)
}

type SignIn = {
  ticket: string
  account: string
  isKept: boolean
  onSignedIn: () => void
  /** The account's owner has closed it. */
  onClosed: (closing: Closing) => void
}

type Answer = Omit<Call<typeof secondStep>, 'ticket'>

type Refused = { readonly code: Failure['code']; readonly closing: Closing | undefined }

/** Null for somebody who is in now. */
function takeSecondStep(form: Call<typeof secondStep>, isKept: boolean): AppThunk<Promise<Refused | null>> {
  return async (dispatch, _getState, { call, stored }) => {
    const outcome = await call(secondStep, { ...form, timezone: zoneName() })
    if (!outcome.ok) {
      const { closing, renewalTicket } = readLoginRefusal(outcome) ?? {}
      if (renewalTicket !== undefined) dispatch(keepRenewalTicket(renewalTicket))
      return { code: outcome.code, closing }
    }
    const { device, ...signedIn } = outcome.value
    if (device !== undefined) keepDevice(stored, signedIn.userInfo.username, device)
    dispatch(enter(signedIn, isKept))
    return null
  }
}

/** What a passkey signs for this ticket, or why it was not asked; null where nothing was signed. */
function signTicket(ticket: string): AppThunk<Promise<NonNullable<Answer['passkey']> | Failure['code'] | null>> {
  return async (dispatch) => {
    // Each challenge is good once.
    const outcome = await dispatch(outcomeOf(secondStepPasskey, { ticket }))
    if (!outcome.ok) return outcome.code
    const part = await dispatch(loadChunk(() => import('#src/lib/passkeys/passkeys')))
    const { request } = outcome.value
    return part && request && part.signByPasskey(request)
  }
}

/** `006` and `008`: the membership is over. */
type Stage = 'checking' | 'asking' | 'busy' | 'over' | '006' | '008'

export function useSecondStep({ ticket, account, isKept, onSignedIn, onClosed }: SignIn) {
  const { stored } = useServices()
  const dispatch = useAppDispatch()
  const [device] = useState(() => knownDevice(stored, account))
  const [stage, setStage] = useState<Stage>(device === null ? 'asking' : 'checking')

  /** Answers what is wrong, as a key; null once somebody is in, or cannot be any more. */
  async function send(form: Answer): Promise<string | null> {
    const no = await dispatch(takeSecondStep({ ...form, ticket }, isKept))
    if (no === null) onSignedIn()
    else if (no.closing) onClosed(no.closing)
    else if (no.code === '006' || no.code === '008') setStage(no.code)
    else return refused(no.code)
    return null
  }

  function refused(code: Failure['code']): string | null {
    setStage(code === 'ticketExpired' ? 'over' : 'asking')
    // A lost answer would hide the button until the sign-in begins anew.
    if (passkey.state === 'failed') passkey.retry()
    return code === 'ticketExpired' ? null : `errors:${code}`
  }

  const sendDevice = useEffectEvent(() => {
    if (device !== null) void send({ device })
  })
  useEffect(() => sendDevice(), [])

  // Asked once, and known while an answer is on its way.
  const canSign = (stage === 'asking' || stage === 'busy') && 'PublicKeyCredential' in window
  const passkey = useReply(secondStepPasskey, canSign ? { ticket } : null)
  const hasPasskey = passkey.last?.request?.rpId === window.location.hostname

  return {
    stage,
    hasPasskey,
    tryPasskey: async (trust: boolean) => {
      setStage('busy')
      const signed = await dispatch(signTicket(ticket))
      if (typeof signed === 'string') return refused(signed)
      if (signed === null) {
        setStage('asking')
        return 'passkeys:notAsked'
      }
      return send({ passkey: signed, trust })
    },
    tryCode: (code: string, trust: boolean) => {
      setStage('busy')
      return send({ code, trust })
    },
  }
}
