import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAtMost } from '../../components/browser/useMediaQuery'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { limits } from '../../contract/limits'
import { PhoneBound } from './PhoneBound'
import { PhoneCodePanel } from './PhoneCodePanel'
import { usePhoneBinding } from './usePhoneBinding'
import './phoneDialog.css'

type Props = {
  /** `isSettled`: whether a phone is bound by now, or another tab has put it off. */
  onClose: (isSettled: boolean) => void
}

/** Binds a phone to the mailbox by a text message that it sends (SPEC §2, §4). */
export function PhoneDialog({ onClose }: Props) {
  const { t } = useTranslation(['phone', 'errors'])
  const binding = usePhoneBinding(() => onClose(true))
  const { stage } = binding
  const isOnPhone = useIsAtMost('phone')
  const [chosen, setChosen] = useState<'picture' | 'words'>('picture')
  const way = isOnPhone ? 'words' : chosen
  const formId = useId()
  const code = 'code' in stage ? stage.code : null

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    binding.finish()
  }
  const handleLater = () => onClose(false)
  function handleOtherWay() {
    setChosen(chosen === 'picture' ? 'words' : 'picture')
    binding.rest()
  }

  if (stage.kind === 'bound') {
    return (
      <Dialog
        // Another dialog than before: its button is given the focus.
        key="bound"
        title={t('phone:title')}
        onClose={() => onClose(true)}
        actions={
          <Button tone="primary" onClick={() => onClose(true)}>
            {t('phone:close')}
          </Button>
        }
      >
        <PhoneBound phone={binding.phone} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="binding"
      title={t('phone:title')}
      onClose={handleLater}
      actions={
        <>
          <Button onClick={handleLater}>{t('phone:later')}</Button>
          {stage.kind !== 'expired' && (
            <Button
              tone="primary"
              type="submit"
              form={formId}
              disabledReason={stage.kind === 'looking' ? t('phone:waiting') : undefined}
            >
              {t(stage.kind === 'looking' ? 'phone:looking' : 'phone:done')}
            </Button>
          )}
        </>
      }
    >
      <p className="phone-why">{t('phone:why')}</p>
      <form id={formId} noValidate onSubmit={handleSubmit}>
        <label className="phone-field">
          {t('phone:number')}
          <input
            className="ep-input"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={limits.phoneDigits + 10}
            value={binding.phone}
            aria-invalid={binding.fault !== null || undefined}
            aria-describedby={binding.fault === null ? undefined : `${formId}-fault`}
            onChange={(event) => binding.type(event.target.value)}
          />
        </label>
        {binding.fault !== null && (
          <p id={`${formId}-fault`} className="phone-fault" role="alert">
            {t(binding.fault)}
          </p>
        )}
      </form>
      {code !== null && <PhoneCodePanel code={code} way={way} isOnPhone={isOnPhone} onOtherWay={handleOtherWay} />}
      {stage.kind === 'expired' && (
        <p className="phone-expired" role="alert">
          {t('phone:expired')} <Button onClick={binding.refresh}>{t('phone:refresh')}</Button>
        </p>
      )}
      <p className="phone-state" role="status">
        {stage.kind === 'asking' && t('phone:asking')}
        {stage.kind === 'looking' && t(stage.trouble ?? 'phone:waiting')}
      </p>
    </Dialog>
  )
}
