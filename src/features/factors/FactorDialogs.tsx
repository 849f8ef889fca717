/** Dialogs of a second factor: turn an authenticator off, make new recovery codes, show them. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endTotp, renewRecoveryCodes } from '#contract/endpoints/session/factors'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { copyText } from '#src/components/browser/copyText'
import { saveFile } from '#src/components/browser/saveFile'
import { outcomeOf } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'

/** A code of the authenticator, or a recovery code where it is lost. */
function CodeRow() {
  const { t } = useTranslation('factors')
  return (
    <FormRow isNarrow name="code" label={t('codeOrRecovery')}>
      <Input autoComplete="one-time-code" maxLength={40} />
    </FormRow>
  )
}

function PasswordRow() {
  const { t } = useTranslation('factors')
  return (
    <FormRow isNarrow name="password" label={t('password')}>
      <Input type="password" autoComplete="current-password" />
    </FormRow>
  )
}

export function EndDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['factors', 'errors'])
  const dispatch = useAppDispatch()

  async function handleSubmit({ password, code }: { password: string; code: string }): Promise<FormFault | null> {
    if (password === '') return { field: 'password', message: 'factors:passwordEmpty' }
    if (code.trim() === '') return { field: 'code', message: 'factors:codeEmpty' }
    const outcome = await dispatch(outcomeOf(endTotp, { password, code: code.trim() }))
    return outcome.ok ? null : outcome
  }

  return (
    <AntdFormDialog
      title={t('factors:turnOff')}
      submit={t('factors:turnOff')}
      initialValues={{ password: '', code: '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <PasswordRow />
      <CodeRow />
    </AntdFormDialog>
  )
}

type RenewProps = {
  /** The password where no authenticator is on. */
  asks: 'code' | 'password'
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

export function RenewDialog({ asks, onCodes, onClose }: RenewProps) {
  const { t } = useTranslation(['factors', 'errors'])
  const dispatch = useAppDispatch()
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function handleSubmit(typed: { code?: string; password?: string }): Promise<FormFault | null> {
    const proof = asks === 'code' ? (typed.code ?? '').trim() : (typed.password ?? '')
    if (proof === '') return { field: asks, message: `factors:${asks}Empty` }
    const outcome = await dispatch(
      outcomeOf(renewRecoveryCodes, asks === 'code' ? { code: proof } : { password: proof }),
    )
    if (!outcome.ok) return outcome
    setCodes(outcome.value.recoveryCodes)
    return null
  }

  return (
    <AntdFormDialog
      title={t('factors:renew')}
      submit={t('factors:renew')}
      initialValues={{ code: '', password: '' }}
      onSubmit={handleSubmit}
      onClose={() => (codes === null ? onClose() : onCodes(codes))}
    >
      <p>{t('factors:renewHint')}</p>
      {asks === 'code' ? <CodeRow /> : <PasswordRow />}
    </AntdFormDialog>
  )
}

/** Recovery codes, told this once: copied, saved or printed. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('factors')
  /** Null while nothing was copied. */
  const [copied, setCopied] = useState<boolean | null>(null)
  const text = `${codes.join('\n')}\n`

  return (
    <Modal
      open
      title={t('codesTitle')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('codesKept')}
        </Button>
      }
    >
      <p>{t('codesHint')}</p>
      <ol className="factors-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="factors-actions">
        <Button onClick={() => void copyText(text).then(setCopied)}>
          {t(copied === null ? 'copy' : copied ? 'copied' : 'notCopied')}
        </Button>
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('codesFile'))}>
          {t('download')}
        </Button>
        <Button onClick={() => window.print()}>{t('print')}</Button>
      </p>
    </Modal>
  )
}
