import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useIsAtMost } from '../../components/browser/useMediaQuery'
import { type TierId, tierIds } from '../../contract/tiers'
import { pathTo } from '../../store/routes/pathTo'
import { selectUser } from '../../store/session/session'
import { useAppSelector } from '../../store/typed'
import { tierFacts, useTierFacts } from './useTierFacts'

type Props = {
  caption: string
  ids?: readonly TierId[]
  /** The one that the page is about. */
  featured?: TierId
}

/** Tiers side by side: a row each, or a card each where there is no room for columns. */
export function TierTable({ caption, ids = tierIds, featured }: Props) {
  const { t } = useTranslation('product')
  const { textOf } = useTierFacts()
  const isNarrow = useIsAtMost('narrow')
  const own = useAppSelector(selectUser)?.tier
  const marked = (id: TierId) => (id === (featured ?? own) ? 'product-marked' : undefined)
  if (isNarrow) {
    return (
      <ul className="product-cards">
        {ids.map((id) => (
          <li key={id} className={marked(id)}>
            <h3>
              <TierName id={id} isOwn={id === own} />
            </h3>
            <dl>
              {tierFacts.map((fact) => (
                <div key={fact}>
                  <dt>{t(`fact.${fact}`)}</dt>
                  <dd>{textOf(id, fact)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <table className="product-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('tiers.tier')}</th>
          {tierFacts.map((fact) => (
            <th key={fact} scope="col">
              {t(`fact.${fact}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ids.map((id) => (
          <tr key={id} className={marked(id)}>
            <th scope="row">
              <TierName id={id} isOwn={id === own} />
            </th>
            {tierFacts.map((fact) => (
              <td key={fact}>{textOf(id, fact)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TierName({ id, isOwn }: { id: TierId; isOwn: boolean }) {
  const { t } = useTranslation('product')
  const { nameOf } = useTierFacts()
  return (
    <>
      <Link className="ep-link" to={pathTo('particulars', {}, { tier: id })}>
        {nameOf(id)}
      </Link>
      {isOwn && <span className="product-yours">{t('yours')}</span>}
    </>
  )
}
