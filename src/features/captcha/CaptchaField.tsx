import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { captchaLimits } from '#contract/session/captchaLimits'
import { type CaptchaAnswer, useCaptcha } from './useCaptcha'
import './captcha.css'

/** `message`: a key with its namespace. */
type Problem = { readonly message: string }

type Props = {
  /** What the last try said of the captcha. */
  problem: Problem | null
  /** Null while nothing is answered. */
  onAnswer: (answer: CaptchaAnswer | null) => void
}

/** The picture that a sign-in asks for after failures, and the wait for whoever cannot read it. */
export function CaptchaField({ problem: latest, onAnswer }: Props) {
  const { t } = useTranslation(['captcha', 'errors'])
  const { stage, trouble, pictureUrl, setText, noteBroken, showAnother, wait } = useCaptcha(onAnswer)
  const field = useRef<HTMLInputElement>(null)
  const state = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const { width, height } = captchaLimits.pixels
  const { kind } = stage
  // What was said of one picture is not said of the next, nor of a wait.
  const [past, setPast] = useState<Problem | null>(null)
  const problem = latest === past ? null : latest

  useEffect(() => {
    if (problem !== null) field.current?.focus()
  }, [problem])
  // The button that was pressed has gone with the picture.
  const isPicture = kind === 'picture'
  useEffect(() => {
    if (!isPicture) state.current?.focus()
  }, [isPicture])

  function handleWait() {
    setPast(latest)
    wait()
  }

  function handleAnother() {
    setPast(latest)
    showAnother()
    field.current?.focus()
  }

  if (stage.kind !== 'picture') {
    const seconds = Math.round(captchaLimits.waitMs / 1_000)
    return (
      <div className="captcha">
        <p ref={state} className="captcha-wait" role="status" tabIndex={-1}>
          {t(kind === 'waiting' ? 'waiting' : 'waited', { count: seconds })}
        </p>
        {stage.kind === 'waiting' && (
          <p className="captcha-left" aria-hidden>
            {t('left', { count: stage.left })}
          </p>
        )}
        <p className="captcha-note" role="alert">
          {problem !== null && kind === 'waiting' && t('notYet')}
        </p>
        <button type="button" className="ep-link" onClick={handleAnother}>
          {t('toPicture')}
        </button>
      </div>
    )
  }
  return (
    <div className="captcha">
      <label className="captcha-label" htmlFor={id}>
        {t('label')}
      </label>
      <div className="captcha-row">
        <img src={pictureUrl} width={width} height={height} alt={t('picture')} onError={noteBroken} />
        <button type="button" className="ep-link" onClick={handleAnother}>
          {t('another')}
        </button>
      </div>
      <input
        ref={field}
        id={id}
        className="ep-input"
        name="captcha"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={stage.text}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-note ${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="captcha-note" id={`${id}-note`} role="alert">
        {stage.isBroken ? t('broken') : trouble !== null ? t(trouble) : problem !== null && t(problem.message)}
      </p>
      <p className="captcha-hint" id={`${id}-hint`}>
        {t('hint')}{' '}
        <button type="button" className="ep-link" onClick={handleWait}>
          {t('wait', { count: Math.round(captchaLimits.waitMs / 1_000) })}
        </button>
      </p>
    </div>
  )
}
