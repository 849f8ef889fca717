/** The forms of protection, each with the password. */
import Input from 'antd/es/input'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/account/protection'
import { limits } from '#contract/limits'
import { checkPhone } from '#contract/rules'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import type { Outcome } from '#src/lib/http/outcome'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import type { NewPhone } from './PhoneProof'

export type ProtectionState = Reply<typeof calls.showProtection>
export type ProtectionForm =
  | 'bindMailbox'
  | 'removeMailbox'
  | 'bindPhone'
  | 'confirmPhone'
  | 'changePhone'
  | 'removePhone'

type Typed = { password: string; address: string; oldPhone: string; phone: string }
type Field = keyof Typed

const fieldsOf: Readonly<Record<ProtectionForm, readonly Field[]>> = {
  bindMailbox: ['address', 'password'],
  removeMailbox: ['password'],
  bindPhone: ['phone', 'password'],
  confirmPhone: ['phone', 'password'],
  changePhone: ['oldPhone', 'phone', 'password'],
  removePhone: ['password'],
}

function faultIn(form: ProtectionForm, { password, oldPhone, phone }: Typed): FormFault | null {
  if (fieldsOf[form].includes('phone')) {
    const wrong = checkPhone(phone)
    if (form === 'changePhone' && checkPhone(oldPhone) !== null)
      return { field: 'oldPhone', message: 'errors:oldPhoneWrong' }
    if (wrong !== null) return { field: 'phone', message: `errors:${wrong}` }
  }
  return password === '' ? { field: 'password', message: 'protection:passwordEmpty' } : null
}

type Done = { readonly state?: ProtectionState; readonly newPhone?: NewPhone }

/** What was typed goes to the gateway and stays nowhere. */
function change(form: ProtectionForm, { password, address, oldPhone, phone }: Typed): AppThunk<Promise<Outcome<Done>>> {
  return async (dispatch, _getState, { call }) => {
    if (form === 'changePhone') {
      const asked = await call(calls.changePhone, { password, oldPhone, phone })
      if (!asked.ok) return asked
      const { msg, destination } = asked.value
      return { ...asked, value: { newPhone: { phone, code: { text: msg, destination } } } }
    }
    if (form === 'bindPhone' || form === 'confirmPhone') {
      const outcome = await call(calls.bindSecurePhone, { password, phone })
      if (!outcome.ok) return outcome
      const { asked, ...state } = outcome.value
      if (asked === null) dispatch(noticeShown({ tone: 'success', message: 'protection:phoneBound' }))
      const newPhone = asked && { phone, code: { text: asked.msg, destination: asked.destination } }
      return { ...outcome, value: { state, ...(newPhone && { newPhone }) } }
    }
    const outcome =
      form === 'bindMailbox'
        ? await call(calls.bindMailbox, { password, address: address.trim() })
        : await call(form === 'removeMailbox' ? calls.removeMailbox : calls.removePhone, { password })
    if (!outcome.ok) return outcome
    dispatch(
      noticeShown({ tone: 'success', message: `protection:${form === 'bindMailbox' ? 'mailboxAsked' : 'removed'}` }),
    )
    return { ...outcome, value: { state: outcome.value } }
  }
}

type Props = {
  form: ProtectionForm
  onChanged: (state: ProtectionState) => void
  /** A new number has to send its code. */
  onPhone: (asked: NewPhone) => void
  onClose: () => void
}

export function ProtectionDialogs({ form, onChanged, onPhone, onClose }: Props) {
  const { t } = useTranslation(['protection', 'errors', 'phone'])
  const dispatch = useAppDispatch()

  async function handleSubmit(typed: Typed): Promise<FormFault | null> {
    const found = faultIn(form, typed)
    if (found !== null) return found
    const outcome = await dispatch(change(form, typed))
    if (!outcome.ok) return outcome
    const { state, newPhone } = outcome.value
    if (state) onChanged(state)
    if (newPhone) onPhone(newPhone)
    return null
  }

  return (
    <AntdFormDialog<Typed>
      title={t(`protection:dialog.${form}`)}
      submit={t('protection:dialog.submit')}
      initialValues={{ password: '', address: '', oldPhone: '', phone: '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p className="protection-hint">{t(`protection:dialog.${form}Hint`)}</p>
      {fieldsOf[form].map((field) => (
        <FormRow
          key={field}
          name={field}
          label={t(`protection:field.${field === 'phone' && form !== 'changePhone' ? 'number' : field}`)}
          isNarrow
        >
          {field === 'password' ? (
            <Input type="password" autoComplete="current-password" />
          ) : field === 'address' ? (
            <Input type="email" autoComplete="off" maxLength={254} />
          ) : (
            <Input type="tel" inputMode="numeric" autoComplete="off" maxLength={limits.phoneDigits} />
          )}
        </FormRow>
      ))}
    </AntdFormDialog>
  )
}
