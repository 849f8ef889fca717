import { useTranslation } from 'react-i18next'
import { type RecallView, recalledStates } from '../../contract/endpoints/sending/recall'
import { useRecallStatus } from './useRecallStatus'
import './recall.css'

type Props = { mailId: string; first?: RecallView | null }

/** What became of a recall, by recipient and in all. */
export function RecallProgress({ mailId, first = null }: Props) {
  const { t } = useTranslation('recall')
  const recall = useRecallStatus(mailId, first)
  if (recall === null) return <p role="status">{t('asking')}</p>
  const totals = recalledStates.flatMap((state) => {
    const count = recall.totals[state]
    return count === 0 ? [] : [t(`total.${state}`, { count })]
  })
  return (
    <div className="recall-progress">
      <p role="status">
        <strong>{t(`mark.${recall.mark}`)}</strong> {totals.join(t('comma'))}
      </p>
      <div className="recall-table-frame">
        <table className="recall-table" aria-busy={recall.mark === 'running'}>
          <caption className="visually-hidden">{t('table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('recipient')}</th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {recall.recipients.map(({ address, state }) => (
              <tr key={address}>
                <td>
                  <bdi>{address}</bdi>
                </td>
                <td className={`recall-${state}`}>{t(`state.${state}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
