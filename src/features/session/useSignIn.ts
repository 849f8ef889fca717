import { type ComponentProps, createElement, type ReactNode, useState } from 'react'
import { loadChunk } from '../../store/loadChunk'
import { useServices } from '../../store/servicesContext'
import { type SignInResult, signIn } from '../../store/session/signIn'
import { type AppThunk, useAppDispatch } from '../../store/typed'
import type { CaptchaAnswer, CaptchaField } from '../captcha'
import type { SecondStep } from './secondStep/SecondStep'

/** A message and the field that it belongs to; `form` for what concerns none. */
export type SignInProblem = {
  readonly field: 'account' | 'password' | 'captcha' | 'form'
  /** Key with its namespace. */
  readonly message: string
  /** The membership can be renewed now. */
  readonly mayRenew?: boolean
  readonly params?: { readonly count: number }
  /** The account is past its due time. */
  readonly isExpired?: boolean
}

const missing = {
  account: { field: 'account', message: 'login:accountEmpty' },
  password: { field: 'password', message: 'login:passwordEmpty' },
  captcha: { field: 'captcha', message: 'errors:captchaNeeded' },
} as const

function problemOf({ code, triesLeft, lockedSeconds, mayRenew }: Extract<SignInResult, { ok: false }>): SignInProblem {
  if (code === '004' && triesLeft !== null) {
    return { field: 'password', message: 'login:wrongPasswordTries', params: { count: triesLeft } }
  }
  if (code === '004') return { field: 'password', message: 'errors:004' }
  if (code === '007' && lockedSeconds !== null)
    return { field: 'account', message: 'login:lockedFor', params: { count: Math.ceil(lockedSeconds / 60) } }
  if (code === '006' || code === '007' || code === '008')
    return { field: 'account', message: `errors:${code}`, mayRenew, isExpired: code !== '007' }
  if (code === 'captchaNeeded' || code === 'captchaWrong') return { field: 'captcha', message: `errors:${code}` }
  return { field: 'form', message: `errors:${code}` }
}

/** After these a captcha is as good as before. */
const unspent: readonly string[] = ['captchaWrong', 'unreachable', 'cancelled']

/** Null where its code did not arrive. */
function loadSecondStep(props: ComponentProps<typeof SecondStep>): AppThunk<Promise<ReactNode>> {
  return async (dispatch) => {
    const part = await dispatch(loadChunk(() => import('./secondStep/SecondStep')))
    return part && createElement(part.SecondStep, props)
  }
}

/** The state of a sign-in form. What was typed stays after every refusal but the password after a wrong one. */
export function useSignIn(initialAccount: string, onSignedIn: () => void) {
  const dispatch = useAppDispatch()
  const [account, setAccount] = useState(initialAccount)
  const [password, setPassword] = useState('')
  const { stored } = useServices()
  const [stay, setStay] = useState(() => stored.get('staysSignedIn') === true)
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Null while none is due; each that is asked for is another. Few people ever see one, so its code comes when it is asked for. */
  const [captchaAsked, setCaptchaAsked] = useState<{ Field: typeof CaptchaField; count: number } | null>(null)
  const [captcha, setCaptcha] = useState<CaptchaAnswer | null>(null)

  /** What asks for the second step, in the place of the fields. */
  const [further, setFurther] = useState<ReactNode>(null)

  async function submit(): Promise<SignInProblem | null> {
    if (isBusy) return null
    const username = account.trim()
    const gap =
      username === ''
        ? missing.account
        : password === ''
          ? missing.password
          : captchaAsked && !captcha
            ? { ...missing.captcha }
            : null
    // Said anew each time, so that the field is led to again.
    setProblem(gap)
    if (gap !== null) return gap
    setBusy(true)
    const result = await dispatch(signIn({ username, password, stay, ...(captchaAsked && captcha) }))
    setBusy(false)
    if (result.ok) {
      onSignedIn()
      return null
    }
    const { factorTicket: ticket, closing } = result
    if (ticket || closing) {
      setPassword('')
      const onBack = () => setFurther(null)
      setFurther(
        await dispatch(loadSecondStep({ ticket, closing, account: username, isKept: stay, onSignedIn, onBack })),
      )
      return null
    }
    const refused = problemOf(result)
    setProblem(refused)
    if (result.asksCaptcha) {
      const part = await dispatch(loadChunk(() => import('../captcha')))
      setCaptchaAsked(part && { Field: part.CaptchaField, count: (captchaAsked?.count ?? 0) + 1 })
    }
    // It is spent, and whether another is due is said at the next try.
    else if (!unspent.includes(result.code)) setCaptchaAsked(null)
    if (result.code === '004') setPassword('')
    return refused
  }

  const fields = { account, setAccount, password, setPassword, stay, setStay }
  return { ...fields, problem, isBusy, captchaAsked, setCaptcha, further, submit }
}

export type SignInForm = ReturnType<typeof useSignIn>
