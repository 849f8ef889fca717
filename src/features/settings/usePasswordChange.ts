/** The state of the form that changes the password. What was typed lives here alone, and goes once it is changed. */
import { useState } from 'react'
import { changePassword } from '../../contract/endpoints/session/password'
import { isPasswordStrong } from '../../contract/rules'
import { useServices } from '../../store/servicesContext'

export const passwordFields = ['old', 'fresh', 'again'] as const
export type PasswordField = (typeof passwordFields)[number]
type Typed = Readonly<Record<PasswordField, string>>
/** `message` is a key with its namespace. */
type Problem = { readonly field: PasswordField | 'form'; readonly message: string }

const nothing: Typed = { old: '', fresh: '', again: '' }

/** What is wrong before the gateway is asked (SPEC §5). */
function problemOf({ old, fresh, again }: Typed): Problem | null {
  if (old === '') return { field: 'old', message: 'settings:password.oldEmpty' }
  if (!isPasswordStrong(fresh)) return { field: 'fresh', message: 'errors:passwordWeak' }
  if (fresh === old) return { field: 'fresh', message: 'errors:passwordSame' }
  return fresh === again ? null : { field: 'again', message: 'settings:password.differ' }
}

const fieldOf: Readonly<Record<string, PasswordField>> = {
  oldPasswordWrong: 'old',
  passwordWeak: 'fresh',
  passwordSame: 'fresh',
}

export function usePasswordChange(onChanged: () => void) {
  const { call } = useServices()
  const [typed, setTyped] = useState(nothing)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(false)

  function type(field: PasswordField, value: string) {
    setChanged(false)
    setTyped({ ...typed, [field]: value })
  }

  async function submit(): Promise<Problem | null> {
    if (isBusy) return null
    const gap = problemOf(typed)
    setProblem(gap)
    setChanged(false)
    if (gap !== null) return gap
    setBusy(true)
    const outcome = await call(changePassword, { oldPassword: typed.old, newPassword: typed.fresh })
    setBusy(false)
    if (outcome.ok) {
      setTyped(nothing)
      setChanged(true)
      onChanged()
      return null
    }
    const message = outcome.code === 'serverCannot' ? 'settings:password.elsewhere' : `errors:${outcome.code}`
    const refused: Problem = { field: fieldOf[outcome.code] ?? 'form', message }
    setProblem(refused)
    return refused
  }

  return { typed, type, problem, isBusy, isChanged, submit }
}
