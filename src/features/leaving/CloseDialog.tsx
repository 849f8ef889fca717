/** Asks for the password, and for a code where a second step is set. */
import Input from 'antd/es/input'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/endpoint'
import { closeAccount } from '#contract/endpoints/account/leaving'
import { leavingLimits } from '#contract/leaving/leavingRules'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import type { Failure } from '#src/lib/http/outcome'
import { pathTo } from '#src/store/routes/pathTo'
import { forgetSession } from '#src/store/session/sessionThunks'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

/** Null once it is closed: this browser forgets its session. */
function close(form: Call<typeof closeAccount>): AppThunk<Promise<Failure | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(closeAccount, form)
    if (!outcome.ok) return outcome
    dispatch(forgetSession(pathTo('login')))
    const params = { days: leavingLimits.returnDays }
    dispatch(noticeShown({ tone: 'success', message: 'leaving:close.done', params }))
    return null
  }
}

type Typed = { password: string; code: string }

export function CloseDialog({ needsCode, onClose }: { needsCode: boolean; onClose: () => void }) {
  const { t } = useTranslation(['leaving', 'factors', 'errors'])
  const dispatch = useAppDispatch()

  async function handleSubmit({ password, code }: Typed): Promise<FormFault | null> {
    if (password === '') return { field: 'password', message: 'factors:passwordEmpty' }
    if (needsCode && code.trim() === '') return { field: 'code', message: 'factors:codeEmpty' }
    return dispatch(close({ password, ...(needsCode && { code: code.trim() }) }))
  }

  return (
    <AntdFormDialog<Typed>
      title={t('leaving:close.title')}
      submit={t('leaving:close.submit')}
      initialValues={{ password: '', code: '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p className="leaving-quiet">{t('leaving:close.sure', { days: leavingLimits.returnDays })}</p>
      <FormRow isNarrow name="password" label={t('leaving:close.password')}>
        <Input type="password" autoComplete="current-password" />
      </FormRow>
      {needsCode && (
        <FormRow isNarrow name="code" label={t('factors:codeOrRecovery')}>
          <Input autoComplete="one-time-code" maxLength={40} />
        </FormRow>
      )}
    </AntdFormDialog>
  )
}
