import { useState } from 'react'
import { type SignInResult, signIn } from '../../../store/sessionThunks'
import { useAppDispatch } from '../../../store/typed'

/** A message and the field that it belongs to; `form` for what concerns neither. */
export type SignInProblem = {
  readonly field: 'account' | 'password' | 'form'
  /** Key with its namespace. */
  readonly message: string
  readonly params?: { readonly count: number }
}

const missing = {
  account: { field: 'account', message: 'login:accountEmpty' },
  password: { field: 'password', message: 'login:passwordEmpty' },
} as const

function problemOf({ code, triesLeft }: Extract<SignInResult, { ok: false }>): SignInProblem {
  if (code === '004' && triesLeft !== null) {
    return { field: 'password', message: 'login:wrongPasswordTries', params: { count: triesLeft } }
  }
  if (code === '004') return { field: 'password', message: 'errors:004' }
  if (code === '006' || code === '007' || code === '008') return { field: 'account', message: `errors:${code}` }
  return { field: 'form', message: `errors:${code}` }
}

/** The state of a sign-in form. What was typed stays after every refusal but the password after a wrong one. */
export function useSignIn(initialAccount: string, onSignedIn: () => void) {
  const dispatch = useAppDispatch()
  const [account, setAccount] = useState(initialAccount)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(): Promise<SignInProblem | null> {
    if (isBusy) return null
    const username = account.trim()
    const gap = username === '' ? missing.account : password === '' ? missing.password : null
    setProblem(gap)
    if (gap !== null) return gap
    setBusy(true)
    const result = await dispatch(signIn({ username, password }))
    setBusy(false)
    if (result.ok) {
      onSignedIn()
      return null
    }
    const refused = problemOf(result)
    setProblem(refused)
    if (result.code === '004') setPassword('')
    return refused
  }

  return { account, setAccount, password, setPassword, problem, isBusy, submit }
}

export type SignInForm = ReturnType<typeof useSignIn>
