import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword } from '#contract/endpoints/session/password'
import { isPasswordStrong } from '#contract/rules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import type { AppThunk } from '#src/store/typed'
import { useAppDispatch } from '#src/store/typed'

type Typed = { old: string; fresh: string; again: string }

const fields = [
  { name: 'old', completes: 'current-password' },
  { name: 'fresh', completes: 'new-password' },
  { name: 'again', completes: 'new-password' },
] as const

/** What is wrong before the gateway is asked (SPEC §5). */
function faultIn({ old, fresh, again }: Typed): FormFault | null {
  if (old === '') return { field: 'old', message: 'settings:password.oldEmpty' }
  if (!isPasswordStrong(fresh)) return { field: 'fresh', message: 'errors:passwordWeak' }
  if (fresh === old) return { field: 'fresh', message: 'errors:passwordSame' }
  return fresh === again ? null : { field: 'again', message: 'settings:password.differ' }
}

const fieldOf: Readonly<Record<string, keyof Typed>> = {
  oldPasswordWrong: 'old',
  passwordWeak: 'fresh',
  passwordCommon: 'fresh',
  passwordPersonal: 'fresh',
  passwordSame: 'fresh',
}

/** What was typed goes to the gateway and stays nowhere. */
function tryPasswords({ old, fresh }: Typed): AppThunk<Promise<FormFault | null>> {
  return async (_dispatch, _getState, { call }) => {
    const outcome = await call(changePassword, { oldPassword: old, newPassword: fresh })
    if (outcome.ok) return null
    const message = outcome.code === 'serverCannot' ? 'settings:password.elsewhere' : `errors:${outcome.code}`
    const field = fieldOf[outcome.code]
    return field === undefined ? { message } : { message, field }
  }
}

/** Changes the password of the mailbox: the old one is asked for, and every other sign-in ends. */
export function PasswordChange() {
  const { t } = useTranslation(['settings', 'errors'])
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** How often it was changed: each time with an empty form. */
  const [changes, setChanges] = useState(0)
  const [isSaid, setSaid] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (changes > 0) message.current?.focus()
  }, [changes])

  async function handleFinish(typed: Typed) {
    if (isBusy) return
    const found = faultIn(typed)
    setFault(found)
    setSaid(false)
    if (found !== null) return
    setBusy(true)
    const refused = await dispatch(tryPasswords(typed))
    setBusy(false)
    setFault(refused)
    if (refused !== null) return
    setSaid(true)
    setChanges(changes + 1)
  }

  return (
    <>
      <p className="settings-note">{t('settings:password.hint')}</p>
      <AntdForm<Typed>
        key={changes}
        fault={fault}
        initialValues={{ old: '', fresh: '', again: '' }}
        onValuesChange={() => setSaid(false)}
        onFinish={(typed) => void handleFinish(typed)}
      >
        {fields.map(({ name, completes }) => (
          <FormRow key={name} name={name} label={t(`settings:password.${name}`)}>
            <Input className="settings-control" type="password" autoComplete={completes} />
          </FormRow>
        ))}
        <div className="antd-form-actions">
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('settings:password.change')}
          </Button>
        </div>
      </AntdForm>
      <p ref={message} className="settings-note" role="status" tabIndex={-1}>
        {isSaid && t('settings:password.changed')}
      </p>
    </>
  )
}
