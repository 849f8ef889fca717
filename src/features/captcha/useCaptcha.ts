/** The browser's side of a captcha: a picture under an id that it draws itself, or a wait in its place (docs/decisions/0022). */
import { useCallback, useEffect, useState } from 'react'
import { captchaPicture, captchaWait } from '#contract/endpoints/session/captcha'
import { useServices } from '#src/store/servicesContext'

type Stage =
  | { readonly kind: 'picture'; readonly random: string; readonly text: string; readonly isBroken: boolean }
  /** `left` in seconds. */
  | { readonly kind: 'waiting'; readonly random: string; readonly until: number; readonly left: number }
  | { readonly kind: 'waited'; readonly random: string }

/** What goes along with a sign-in. */
export type CaptchaAnswer = { readonly captcha: string; readonly captchaRandom: string }

const newPicture = (): Stage => ({ kind: 'picture', random: newId(), text: '', isBroken: false })

export function useCaptcha(onAnswer: (answer: CaptchaAnswer | null) => void) {
  const { call, linkTo, now } = useServices()
  const [stage, setStage] = useState<Stage>(newPicture)
  /** Why there is no wait, as a key. */
  const [trouble, setTrouble] = useState<string | null>(null)

  const { kind, random } = stage
  const text = stage.kind === 'picture' ? stage.text : ''
  useEffect(() => {
    const isThere = kind === 'waited' || (kind === 'picture' && text.trim() !== '')
    onAnswer(isThere ? { captcha: text, captchaRandom: random } : null)
  }, [kind, random, text, onAnswer])

  const until = stage.kind === 'waiting' ? stage.until : null
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      const left = Math.ceil((until - now()) / 1_000)
      setStage((it) =>
        it.kind !== 'waiting' ? it : left > 0 ? { ...it, left } : { kind: 'waited', random: it.random },
      )
    }, 1_000)
    return () => clearInterval(timer)
  }, [until, now])

  const change = (changed: { readonly text: string } | { readonly isBroken: true }) =>
    setStage((it) => (it.kind === 'picture' ? { ...it, ...changed } : it))

  const showAnother = useCallback(() => {
    setTrouble(null)
    setStage(newPicture())
  }, [])

  async function wait() {
    const fresh = newId()
    const outcome = await call(captchaWait, { random: fresh })
    setTrouble(outcome.ok ? null : `errors:${outcome.code}`)
    if (!outcome.ok) return
    const { waitMs } = outcome.value
    setStage({ kind: 'waiting', random: fresh, until: now() + waitMs, left: Math.ceil(waitMs / 1_000) })
  }

  return {
    stage,
    trouble,
    pictureUrl: linkTo(captchaPicture, { random }),
    setText: (typed: string) => change({ text: typed }),
    noteBroken: () => change({ isBroken: true }),
    showAnother,
    wait: () => void wait(),
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
