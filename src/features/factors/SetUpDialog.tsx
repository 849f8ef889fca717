/** Sets up an authenticator: the password, then the key, confirmed by a code. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { beginTotp, confirmTotp } from '#contract/endpoints/session/factors'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { codeFault } from '#src/components/text/codeFault'
import { outcomeOf } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'

type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void }

/** Pixels of a side: a camera reads it from an arm's length. */
const qrSide = 168

export function SetUpDialog({ onCodes, onClose }: Props) {
  const { t } = useTranslation(['factors', 'errors'])
  const dispatch = useAppDispatch()
  const [key, setKey] = useState<Reply<typeof beginTotp> | null>(null)
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function handleFinish({ password = '', code = '' }: { password?: string; code?: string }) {
    if (isBusy) return
    const gap = key === null ? password === '' && 'factors:passwordEmpty' : codeFault(code)
    if (gap) return setFault({ field: key === null ? 'password' : 'code', message: gap })
    setBusy(true)
    const begun = key === null ? await dispatch(outcomeOf(beginTotp, { password })) : null
    const confirmed = key === null ? null : await dispatch(outcomeOf(confirmTotp, { code: code.trim() }))
    setBusy(false)
    const refused = begun?.ok === false ? begun : confirmed?.ok === false ? confirmed : null
    setFault(refused)
    if (begun?.ok) setKey(begun.value)
    if (confirmed?.ok) onCodes(confirmed.value.recoveryCodes)
  }

  return (
    <Modal open title={t('factors:setUp')} footer={null} onCancel={onClose}>
      <AntdForm<{ password?: string; code?: string }>
        key={key === null ? 'password' : 'code'}
        fault={fault}
        onValuesChange={() => setFault(null)}
        onFinish={(typed) => void handleFinish(typed)}
      >
        {key === null ? (
          <FormRow isNarrow name="password" label={t('factors:password')} help={t('factors:passwordHint')}>
            <Input type="password" autoComplete="current-password" autoFocus />
          </FormRow>
        ) : (
          <>
            <p>{t('factors:scan')}</p>
            <div className="factors-qr">
              <QRCodeSVG value={key.uri} size={qrSide} role="img" aria-label={t('factors:qr')} />
            </div>
            <p className="factors-quiet">{t('factors:key')}</p>
            <p>
              <code className="factors-key">{key.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
            </p>
            <FormRow isNarrow name="code" label={t('factors:code')}>
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={40} autoFocus />
            </FormRow>
          </>
        )}
        <div className="antd-form-actions">
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t(key === null ? 'factors:goOn' : 'factors:confirm')}
          </Button>
          <Button onClick={onClose}>{t('factors:cancel')}</Button>
        </div>
      </AntdForm>
    </Modal>
  )
}
