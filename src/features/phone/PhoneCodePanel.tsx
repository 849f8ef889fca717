import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits'
import type { PhoneCode as Code } from './usePhoneBinding'
import './phoneDialog.css'

type Props = {
  code: Code
  way: 'picture' | 'words'
  isOnPhone: boolean
  /** Whoever shows it goes on by itself once the message is here. */
  isWatched?: boolean
  onOtherWay: () => void
}

/** How the code gets into a text message: by the camera, or typed. */
export function PhoneCodePanel({ code, way, isOnPhone, isWatched = false, onOtherWay }: Props) {
  const { t } = useTranslation('phone')
  // RFC 5724.
  const message = `sms:${code.destination}?body=${code.text}`
  return (
    <div className="phone-code">
      {way === 'picture' ? (
        <>
          <QRCodeSVG
            className="phone-picture"
            value={message}
            size={limits.qrCodePixels}
            role="img"
            aria-label={t('pictureName')}
          />
          <p>{t(isWatched ? 'scanAlone' : 'scan')}</p>
        </>
      ) : (
        <>
          <dl className="phone-words">
            <dt>{t('code')}</dt>
            <dd>{code.text}</dd>
            <dt>{t('destination')}</dt>
            <dd>{code.destination}</dd>
          </dl>
          <p>{t(isWatched ? 'sendAlone' : 'send')}</p>
        </>
      )}
      {isOnPhone ? (
        <a className="ep-button" href={message}>
          {t('openMessages')}
        </a>
      ) : (
        <button type="button" className="ep-link" onClick={onOtherWay}>
          {t(way === 'picture' ? 'toWords' : 'toPicture')}
        </button>
      )}
    </div>
  )
}
