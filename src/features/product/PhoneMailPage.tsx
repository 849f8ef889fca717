import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '../../components/button/Button'
import { sxyBindStatus } from '../../contract/endpoints/session/session'
import { readableAddress } from '../../contract/mail/domainSpelling'
import { useReply } from '../../store/ask'
import { pathTo } from '../../store/routes/pathTo'
import { selectUsername } from '../../store/session/session'
import { overlayOpened, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { ProductFrame } from './ProductFrame'

const uses = ['mail', 'scan', 'bind'] as const

/** `/suixinyou`: the mailbox on a phone, and whether one is bound to it. */
export function PhoneMailPage() {
  const { t } = useTranslation('product')
  const username = useAppSelector(selectUsername)
  return (
    <ProductFrame>
      <section>
        <h1>{t('phone.title')}</h1>
        <p className="product-lead">{t('phone.lead')}</p>
      </section>
      <section>
        <h2>{t('phone.state')}</h2>
        {username === null ? (
          <p className="product-state">
            {t('phone.anonymous')}
            <Link className="ep-button ep-button-primary" to={pathTo('login', {}, { next: pathTo('suixinyou') })}>
              {t('signIn')}
            </Link>
          </p>
        ) : (
          <BindState key={username} account={readableAddress(username)} />
        )}
      </section>
      <section>
        <h2>{t('phone.use')}</h2>
        <ul className="product-points">
          {uses.map((use) => (
            <li key={use}>
              <h3>{t(`phone.${use}.title`)}</h3>
              <p>{t(`phone.${use}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </ProductFrame>
  )
}

function BindState({ account }: { account: string }) {
  const { t } = useTranslation(['product', 'common', 'errors'])
  const dispatch = useAppDispatch()
  const isBinding = useAppSelector(selectOverlays).some(({ kind }) => kind === 'bindPhone')
  // Asked anew once the dialog is closed.
  const asked = useReply(sxyBindStatus, {}, isBinding ? 'binding' : 'shown')
  const reply = asked.state === 'answered' ? asked.reply : asked.last
  if (reply === null) {
    return (
      <p className="product-state" role="status">
        {t(asked.state === 'failed' ? `errors:${asked.code}` : 'common:loading')}
        {asked.state === 'failed' && <Button onClick={asked.retry}>{t('common:retry')}</Button>}
      </p>
    )
  }
  const { bound, canBind } = reply
  return (
    <p className="product-state" role="status">
      {t(bound ? 'product:phone.bound' : canBind ? 'product:phone.unbound' : 'product:phone.cannotBind', { account })}
      {!bound && canBind && (
        <Button tone="primary" onClick={() => dispatch(overlayOpened({ kind: 'bindPhone' }))}>
          {t('product:phone.bindNow')}
        </Button>
      )}
    </p>
  )
}
