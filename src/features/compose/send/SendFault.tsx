/** Why the mail did not go, where no field of it is to blame. */
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import { composeAsNew } from './sendComposed'

type Props = { composer: Composer; onRetry: () => void }

export function SendFault({ composer: { key, fault }, onRetry }: Props) {
  const { t } = useTranslation('compose')
  const dispatch = useAppDispatch()
  if (fault?.field !== 'send') return null
  // Trying again would be told the same.
  const isSent = fault.code === 'draftSent'
  return (
    <div className="compose-send-fault">
      <ErrorNote message={`errors:${fault.code}`} {...(isSent ? {} : { onRetry })} />
      {(isSent || fault.code === 'idempotencyConflict') && (
        <button type="button" className="ep-link" onClick={() => dispatch(composeAsNew(key))}>
          {t(isSent ? 'keepAsNew' : 'asNew')}
        </button>
      )}
    </div>
  )
}
