import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits'
import { NextSteps, ProductFrame } from './ProductFrame'
import { TierOffers } from './TierOffers'
import './mailboxPicture.css'

/** With the number that its text names. */
const features = {
  drafts: 0,
  undo: Math.max(...limits.holdSeconds),
  recall: limits.recallMs / 3_600_000,
  recovery: limits.purgedRecoveryMs / limits.dayMs,
  pictures: 0,
  search: 0,
  phone: 0,
  transfer: 0,
} as const

/** `/Pindex`: what the product is, for whoever has not seen it. */
export function FrontPage() {
  const { t } = useTranslation('product')
  return (
    <ProductFrame>
      <section className="product-hero">
        <div>
          <h1 className="product-slogan">{t('front.title')}</h1>
          <p className="product-lead">{t('front.lead')}</p>
          <NextSteps />
        </div>
        <MailboxPicture />
      </section>
      <section>
        <h2>{t('front.features')}</h2>
        <ul className="product-points">
          {Object.entries(features).map(([feature, count]) => (
            <li key={feature}>
              <h3>{t(`feature.${feature}.title`)}</h3>
              <p>{t(`feature.${feature}.text`, { count })}</p>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('front.tiers')}</h2>
        <p className="product-hint">{t('front.tiersLead')}</p>
        <TierOffers />
      </section>
    </ProductFrame>
  )
}

const folders = ['inbox', 'flag', 'draft', 'sent', 'archive'] as const
const messages = ['one', 'two', 'three', 'four'] as const

/** The mailbox in small, drawn of the same tokens, so that it follows skin and language. */
function MailboxPicture() {
  const { t } = useTranslation(['product', 'layout'])
  return (
    <div className="product-picture" role="img" aria-label={t('product:picture.label')}>
      <div className="product-picture-side">
        <span className="product-picture-write">{t('product:picture.write')}</span>
        {folders.map((folder) => (
          <span key={folder} className="product-picture-folder">
            {t(`layout:folders.${folder}`)}
          </span>
        ))}
      </div>
      <div className="product-picture-list">
        {messages.map((message) => (
          <div key={message} className="product-picture-row">
            <span className="product-picture-from">{t(`product:picture.${message}.from`)}</span>
            <span className="product-picture-time">{t(`product:picture.${message}.time`)}</span>
            <span className="product-picture-subject">{t(`product:picture.${message}.subject`)}</span>
          </div>
        ))}
      </div>
      <div className="product-picture-mail">
        <strong>{t('product:picture.one.subject')}</strong>
        <span className="product-picture-from">{t('product:picture.one.from')}</span>
        <p>{t('product:picture.body')}</p>
        <span className="product-picture-file">{t('product:picture.file')}</span>
        <span className="product-picture-reply">{t('product:picture.reply')}</span>
      </div>
    </div>
  )
}
