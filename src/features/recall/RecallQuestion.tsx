import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../contract/endpoint'
import type { recallInfo } from '../../contract/endpoints/sending/recall'
import './recall.css'

type Props = { info: Reply<typeof recallInfo>; notice: boolean; onNotice: (notice: boolean) => void }

/** What a person should know before the yes: whom it reaches, whom it does not, and that it is counted. */
export function RecallQuestion({ info, notice, onNotice }: Props) {
  const { t } = useTranslation('recall')
  return (
    <>
      <p>{t('question')}</p>
      <Recipients title={t('own', { count: info.own.length })} addresses={info.own} />
      {info.external.length > 0 && (
        <Recipients title={t('external', { count: info.external.length })} addresses={info.external} />
      )}
      <p>{t('left', { count: info.left, limit: info.limit })}</p>
      <label className="recall-notice">
        <input
          type="checkbox"
          className="ep-checkbox"
          checked={notice}
          onChange={(event) => onNotice(event.target.checked)}
        />
        <span>{t('notice')}</span>
      </label>
    </>
  )
}

function Recipients({ title, addresses }: { title: string; addresses: readonly string[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="recall-heading">
        {title}
      </h3>
      <ul className="recall-recipients">
        {addresses.map((address) => (
          <li key={address}>
            <bdi>{address}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
