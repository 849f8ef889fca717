import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Share } from '#contract/endpoints/sending/shares'
import { shareLimits } from '#contract/shares/shareRules'
import { useConfirm } from '#src/components/antd/useConfirm'
import { plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { mediumDate } from '#src/components/text/mailDate'
import { useServices } from '#src/store/servicesContext'
import { useCountdown } from '#src/store/shell/useCountdown'
import { useAppDispatch } from '#src/store/typed'
import { clockText } from './clockText'
import { endShare } from './shareThunks'

type Props = {
  list: readonly Share[]
  /** The gateway's clock when it answered. */
  now: number
  onChanged: () => void
}

export function ShareRows({ list, now, onChanged }: Props) {
  const { t } = useTranslation('shares')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const browser = useServices()
  // The gateway's clock decides, however this one is set.
  const [ahead] = useState(() => browser.now() - now)

  async function handleRevoke(share: Share) {
    const { id } = share
    const question = { title: t('revokeTitle', { subject: subjectOf(share) }), text: t('revokeText') }
    if (!(await confirm({ ...question, yes: t('revoke'), isDanger: true }))) return
    await dispatch(endShare(id))
    onChanged()
  }
  const nameOf = useFilesName()
  const subjectOf = (share: Share) =>
    share.kind === 'files' ? nameOf(share) : plainName(share.subject).trim() || t('noSubject')

  return (
    <>
      <ul className="shares-list">
        {list.map((share) => (
          <ShareRow
            key={share.id}
            share={share}
            subject={subjectOf(share)}
            ahead={ahead}
            onRevoke={() => void handleRevoke(share)}
          />
        ))}
      </ul>
      {holder}
    </>
  )
}

/** The first names of several files, and how many there are. */
export function useFilesName() {
  const { t } = useTranslation('shares')
  return ({ names, count }: Pick<Share, 'names' | 'count'>): string => {
    const shown = names.slice(0, shareLimits.namesShown).map((name) => plainName(name) || t('unnamed'))
    const joined = shown.join(t('listSeparator'))
    return count > shown.length ? t('andMore', { names: joined, count }) : joined
  }
}

type RowProps = { share: Share; subject: string; ahead: number; onRevoke: () => void }

function ShareRow({ share, subject, ahead, onRevoke }: RowProps) {
  const { t, i18n } = useTranslation('shares')
  const seconds = useCountdown(share.expiresAt + ahead)
  const { opens, mostOpens, withAttachments, needsCode, madeAt } = share
  const mayRun = share.state === 'open' || share.state === 'usedUp'
  const state = mayRun && seconds === 0 ? 'expired' : share.state
  const canRevoke = (mayRun && seconds > 0) || state === 'gone'
  const isOfFiles = share.kind === 'files'
  const facts = [
    t(`kindsOfShare.${share.kind}`),
    ...(isOfFiles && share.size > 0 ? [fileSize(share.size, i18n.language)] : []),
    t('madeAt', { when: mediumDate(madeAt, i18n.language) }),
    ...(withAttachments ? [t('hasAttachments')] : []),
    ...(needsCode ? [t('hasCode')] : []),
    mostOpens === null ? t('opened', { count: opens }) : t('openedOf', { count: opens, most: mostOpens }),
  ]
  return (
    <li className="shares-row">
      <div className="shares-words">
        <bdi className="shares-name">{subject}</bdi>
        <span className="shares-quiet">{facts.join(' · ')}</span>
      </div>
      <span className={`shares-state shares-state-${state}`}>
        {state === 'gone' && isOfFiles ? t('filesGone') : t(`states.${state}`)}
        {state === 'open' && <span className="ep-number"> · {t('left', { time: clockText(seconds) })}</span>}
      </span>
      {canRevoke && (
        <Button onClick={onRevoke} aria-label={t('revokeNamed', { subject })}>
          {t('revoke')}
        </Button>
      )}
    </li>
  )
}
