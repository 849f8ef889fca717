/** What the sign-in page fetches after itself: the password signs in without it. */
import { useEffect, useState } from 'react'
import { customLogo } from '#contract/endpoints/account/account'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { PasskeyButton } from '../passkey/PasskeyButton'

export function BelowForm() {
  return (
    <>
      <PasskeyButton />
      <OrganizationLogo />
    </>
  )
}

/** Milliseconds without a key before a logo is asked for. */
const pauseMs = 500

type Logo = { readonly domain: string; readonly url: string | null }

function logoOf(domain: string, signal: AbortSignal): AppThunk<Promise<string | null>> {
  return async (_dispatch, _getState, { call }) => {
    const outcome = await call(customLogo, { domain }, { signal })
    return outcome.ok ? outcome.value.logoUrl : null
  }
}

/** Empty while there is none yet. */
function domainIn(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const isWhole = address.includes('@') && /^[^\s.@/]+(?:\.[^\s.@/]+)+$/.test(domain)
  return isWhole && domain.length <= 253 ? domain : ''
}

/** Null for another field. */
const addressOf = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.name === 'username' ? target.value : null

/** It says nothing of accounts: whoever asks names a domain alone (TRUST S19). */
function OrganizationLogo() {
  const dispatch = useAppDispatch()
  const [logo, setLogo] = useState<Logo | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = new AbortController()
    let last = ''
    /** For the pause. */
    let isWaiting = false
    const ask = async (domain: string) => {
      const { signal } = asking
      isWaiting = false
      const url = await dispatch(logoOf(domain, signal))
      if (!signal.aborted) setLogo({ domain, url })
    }
    const look = (field: EventTarget | null, waitMs: number) => {
      const address = addressOf(field)
      if (address === null) return
      const domain = domainIn(address)
      const isSame = domain === last
      // Left at once, the field waits no longer for a pause.
      if (isSame && (waitMs > 0 || !isWaiting)) return
      last = domain
      clearTimeout(timer)
      if (!isSame) asking.abort()
      asking = new AbortController()
      isWaiting = domain !== ''
      if (domain === '') setLogo(null)
      else timer = setTimeout(() => void ask(domain), waitMs)
    }
    const handleInput = ({ target }: Event) => look(target, pauseMs)
    const handleLeave = ({ target }: Event) => look(target, 0)
    look(document.querySelector('input[name=username]'), 0)
    document.addEventListener('input', handleInput)
    document.addEventListener('focusout', handleLeave)
    return () => {
      clearTimeout(timer)
      asking.abort()
      document.removeEventListener('input', handleInput)
      document.removeEventListener('focusout', handleLeave)
    }
  }, [dispatch])

  // In a corner that holds nothing else: whatever comes, no field moves.
  return logo?.url ? <img className="session-organization" src={logo.url} alt={logo.domain} /> : null
}
