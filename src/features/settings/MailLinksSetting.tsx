import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { pathTo } from '../../store/routes/pathTo'

/** Offers to open the mail links of other pages here; the browser asks the person itself. Nothing where it cannot. */
export function MailLinksSetting() {
  const { t } = useTranslation('settings')
  const titleId = useId()
  const [isAsked, setAsked] = useState(false)
  if (!('registerProtocolHandler' in navigator)) return null

  function handleAsk() {
    // Named with `%s`, in whose place the browser puts the link.
    navigator.registerProtocolHandler('mailto', `${window.location.origin}${pathTo('writeMail')}?mailto=%s`)
    setAsked(true)
  }

  return (
    <section className="settings-senders" aria-labelledby={titleId}>
      <h3 id={titleId} className="settings-senders-title">
        {t('mailLinks')}
      </h3>
      <Button onClick={handleAsk}>{t('mailLinksAsk')}</Button>
      <p className="settings-hint" role="status">
        {isAsked ? t('mailLinksAsked') : ''}
      </p>
    </section>
  )
}
