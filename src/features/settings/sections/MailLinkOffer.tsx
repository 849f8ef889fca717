import Button from 'antd/es/button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathTo } from '#src/store/routes/pathTo'

/** Offers to open the mail links of other pages here, where the browser can. */
export function MailLinkOffer() {
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
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('mailLinks')}</h2>
      <Button onClick={handleAsk}>{t('mailLinksAsk')}</Button>
      <p className="settings-note" role="status">
        {isAsked ? t('mailLinksAsked') : ''}
      </p>
    </section>
  )
}
