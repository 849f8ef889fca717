/** The authenticator of an account, recovery codes, trusted devices and passkeys. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import { distrustDevice, factorState } from '#contract/endpoints/session/factors'
import { factorLimits } from '#contract/session/factorLimits'
import { Answered } from '#src/components/antd/AntdPage'
import { deviceText } from '#src/components/text/deviceText'
import { minuteDate } from '#src/components/text/mailDate'
import { outcomeOf, say, useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { useAppDispatch } from '#src/store/typed'
import { CodesDialog, EndDialog, RenewDialog } from './FactorDialogs'
import { PasskeysSection } from './PasskeysSection'
import { SetUpDialog } from './SetUpDialog'
import './factors.css'

type Open = { readonly kind: 'setUp' | 'end' | 'renew' } | { readonly kind: 'codes'; readonly codes: readonly string[] }

export function FactorsSection() {
  const { t } = useTranslation('factors')
  const [open, setOpen] = useState<Open | null>(null)
  /** How often something changed: what stands there is asked for anew. */
  const [changes, setChanges] = useState(0)
  const answer = useReply(factorState, {}, String(changes))
  const codesAsk = answer.last?.codesAsk === 'password' ? 'password' : 'code'
  const shown = answer.last === null ? answer : { ...answer, state: 'answered' as const, reply: answer.last }
  const handleChanged = () => setChanges((count) => count + 1)
  const handleClose = () => {
    setOpen(null)
    handleChanged()
  }
  const handleCodes = (codes: readonly string[]) => setOpen({ kind: 'codes', codes })
  return (
    <div className="factors">
      <p className="factors-quiet">{t('intro')}</p>
      <Answered answer={shown} lines={4}>
        {(state) => (
          <>
            {state.isNeeded && (
              <Alert
                type="info"
                showIcon
                title={t('needed')}
                action={state.totpSince !== null && <Link to={pathTo('receive')}>{t('toInbox')}</Link>}
              />
            )}
            <Authenticator state={state} onOpen={(kind) => setOpen({ kind })} />
            {state.codesAsk === 'password' && <PasskeyCodes state={state} onRenew={() => setOpen({ kind: 'renew' })} />}
            {state.codesAsk !== null && <Devices devices={state.devices} onChanged={handleClose} />}
          </>
        )}
      </Answered>
      <PasskeysSection onCodes={handleCodes} onChanged={handleChanged} />
      {open?.kind === 'setUp' && <SetUpDialog onCodes={handleCodes} onClose={handleClose} />}
      {open?.kind === 'end' && <EndDialog onClose={handleClose} />}
      {open?.kind === 'renew' && <RenewDialog asks={codesAsk} onCodes={handleCodes} onClose={handleClose} />}
      {open?.kind === 'codes' && <CodesDialog codes={open.codes} onClose={handleClose} />}
    </div>
  )
}

type State = Reply<typeof factorState>

/** As few recovery codes as this are said to be few. */
const fewCodes = 3

function Authenticator({ state, onOpen }: { state: State; onOpen: (kind: 'setUp' | 'end' | 'renew') => void }) {
  const { t, i18n } = useTranslation('factors')
  const { totpSince, recoveryCodesLeft } = state
  return (
    <section aria-labelledby="factors-app">
      <h2 id="factors-app">
        {t('app')} <span className="factors-mark">{t(totpSince === null ? 'off' : 'on')}</span>
      </h2>
      {totpSince === null ? (
        <>
          <p className="factors-quiet">{t('appHint')}</p>
          <Button type="primary" onClick={() => onOpen('setUp')}>
            {t('turnOn')}
          </Button>
        </>
      ) : (
        <>
          <p className="factors-quiet">{t('since', { time: minuteDate(totpSince, i18n.language) })}</p>
          <CodesLeft left={recoveryCodesLeft} />
          <p className="factors-actions">
            <Button onClick={() => onOpen('renew')}>{t('renew')}</Button>
            <Button onClick={() => onOpen('end')}>{t('turnOff')}</Button>
          </p>
        </>
      )}
    </section>
  )
}

function CodesLeft({ left }: { left: number }) {
  const { t } = useTranslation('factors')
  return (
    <p className={left <= fewCodes ? 'factors-warning' : 'factors-quiet'}>
      {t('codesLeft', { count: left, all: factorLimits.recoveryCodes })}
    </p>
  )
}

/** For whoever has passkeys alone, and would be kept out once they are lost. */
function PasskeyCodes({ state: { recoveryCodesLeft }, onRenew }: { state: State; onRenew: () => void }) {
  const { t } = useTranslation('factors')
  return (
    <section aria-labelledby="factors-codes">
      <h2 id="factors-codes">{t('codes')}</h2>
      <p className="factors-quiet">{t('codesOfPasskeys')}</p>
      <CodesLeft left={recoveryCodesLeft} />
      <Button onClick={onRenew}>{t('renew')}</Button>
    </section>
  )
}

function Devices({ devices, onChanged }: { devices: State['devices']; onChanged: () => void }) {
  const { t, i18n } = useTranslation('factors')
  const dispatch = useAppDispatch()

  async function revoke(id: string) {
    const outcome = await dispatch(outcomeOf(distrustDevice, { id }))
    // One that ran out meanwhile is gone as well.
    if (outcome.ok || outcome.code === 'notFound') onChanged()
    else dispatch(say(outcome))
  }

  return (
    <section aria-labelledby="factors-devices">
      <h2 id="factors-devices">{t('devices')}</h2>
      <p className="factors-quiet">{t(devices.length === 0 ? 'noDevices' : 'devicesHint')}</p>
      <ul className="factors-devices">
        {devices.map(({ id, browser, system, at, ends }) => {
          const device = deviceText({ browser, system }) || t('unknownDevice')
          return (
            <li key={id}>
              <div>
                <p>
                  <strong>{device}</strong>
                </p>
                <p className="factors-quiet">
                  {t('trustedAt', { at: minuteDate(at, i18n.language), ends: minuteDate(ends, i18n.language) })}
                </p>
              </div>
              <Button aria-label={t('revokeOf', { device })} onClick={() => void revoke(id)}>
                {t('revoke')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
