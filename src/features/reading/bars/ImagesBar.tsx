import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { plainAddress } from '#src/components/text/AddressText'
import { useAppDispatch } from '#src/store/typed'
import { alwaysShowImages, canAllowSender, learnWantedImages } from '../mail/images'

type Props = { mail: Mail; count: number; onShow: () => void }

/** Says that remote pictures were left out, with the ways to see them: now, or whenever this sender writes. */
export function ImagesBar({ mail, count, onShow }: Props) {
  const { t } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const learn = useEffectEvent(() => void dispatch(learnWantedImages(mail)))
  useEffect(() => learn(), [])
  return (
    <div className="reading-bar">
      <span>{t('imagesBlocked', { count })}</span>
      <span className="reading-bar-actions">
        <button type="button" className="ep-link reading-bar-action" onClick={onShow}>
          {t('showImages')}
        </button>
        {canAllowSender(mail) && (
          <button
            type="button"
            className="ep-link reading-bar-action"
            title={plainAddress(mail.from.address)}
            onClick={() => void dispatch(alwaysShowImages(mail))}
          >
            {t('alwaysImages')}
          </button>
        )}
      </span>
    </div>
  )
}
