import { useTranslation } from 'react-i18next'
import '../../components/state/bar.css'
import { putOffPhone } from '../../contract/endpoints/session/phone'
import { overlayOpened } from '../../store/shell/overlays'
import { type AppThunk, useAppDispatch } from '../../store/typed'
import { offerEnded } from './phoneOfferSlice'
import { usePhoneTabs } from './usePhoneTabs'
import './phoneOfferBar.css'

/** Asks no more for as long as the gateway says; where it does not hear that, it offers again. */
function putOff(): AppThunk {
  return (dispatch, _getState, { call }) => {
    dispatch(offerEnded())
    void call(putOffPhone, {})
  }
}

/** The offer to bind a phone, in the place of a dialog that would lie over something. */
export function PhoneOfferBar() {
  // In the background: no page waits for its texts.
  const { t, ready } = useTranslation('phone', { useSuspense: false })
  const dispatch = useAppDispatch()
  const tell = usePhoneTabs((event) => {
    if (event !== 'asked') dispatch(offerEnded())
  })

  function handleOpen() {
    dispatch(offerEnded())
    dispatch(overlayOpened({ kind: 'bindPhone' }))
  }
  function handleLater() {
    dispatch(putOff())
    tell('later', '')
  }

  if (!ready) return null
  return (
    <section className="ep-bar ep-bar-phone phone-bar" aria-label={t('title')}>
      <span>{t('why')}</span>
      <button type="button" className="ep-link" onClick={handleOpen}>
        {t('title')}
      </button>
      <button type="button" className="ep-link" onClick={handleLater}>
        {t('later')}
      </button>
    </section>
  )
}
