import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { Avatar } from '#src/components/brand/Avatar'
import { Button } from '#src/components/button/Button'
import { useGoOn } from '../useGoOn'
import { useQrLogin } from './useQrLogin'
import './qr.css'

/** The picture that a phone confirms, and how far that is. */
export function QrPanel() {
  const { t } = useTranslation(['qrLogin', 'errors'])
  const { stage, refresh } = useQrLogin(useGoOn())
  const scannedBy = stage.kind === 'shown' ? stage.scannedBy : null
  return (
    <div className="session-qr">
      <div className="session-qr-picture" aria-busy={stage.kind === 'asking'}>
        {stage.kind === 'shown' && scannedBy === null && (
          <QRCodeSVG
            value={new URL(stage.code.text, window.location.href).href}
            size={limits.qrCodePixels}
            role="img"
            aria-label={t('qrLogin:picture')}
          />
        )}
        {scannedBy !== null && <Avatar name={scannedBy} size={64} />}
        {stage.kind === 'over' && (
          <Button tone="primary" onClick={refresh}>
            {t('qrLogin:refresh')}
          </Button>
        )}
      </div>
      <p className="session-qr-state" role="status">
        {stage.kind === 'asking' && t('qrLogin:asking')}
        {stage.kind === 'shown' && scannedBy === null && t('qrLogin:waiting')}
        {scannedBy !== null && t('qrLogin:scanned', { name: scannedBy })}
        {stage.kind === 'over' && t(stage.message)}
        {stage.kind === 'confirmed' && t('qrLogin:confirmed')}
      </p>
      {stage.kind === 'shown' && stage.trouble !== null && (
        <p className="session-qr-trouble" role="alert">
          {t(stage.trouble)}
        </p>
      )}
    </div>
  )
}
