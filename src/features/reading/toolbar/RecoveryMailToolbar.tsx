/** What can be done with an open mail that was deleted for good: restored to where it lay, or deleted for ever. */
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router-dom'
import type { Mail } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { DeleteForeverIcon } from '#src/components/icons/mailIcons'
import { useAppDispatch } from '#src/store/typed'
import { type BesideList, removeForever, restoreRows, useStepAway } from '../../mailbox'
import { summaryOf } from '../openMail'
import { fitLabels } from './fitLabels'
import { ToolbarAction } from './ToolbarAction'
import { ToolbarBack } from './ToolbarBack'
import './readerToolbar.css'

type Props = { mail: Mail; backTo: string }

export function RecoveryMailToolbar({ mail, backTo }: Props) {
  const { t } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const stepAway = useStepAway()
  const beside = useOutletContext<BesideList | null>()
  const [isAsking, setAsking] = useState(false)

  function leave(act: typeof restoreRows | typeof removeForever) {
    stepAway(mail.id, [mail.id], backTo)
    void dispatch(act([summaryOf(mail)]))
    beside?.onLeave()
  }

  return (
    <div ref={fitLabels} className="reading-toolbar" role="toolbar" aria-label={t('actions')}>
      <ToolbarBack to={backTo} />
      <ToolbarAction label={t('recoverable.restore')} icon={<HistoryOutlined />} onClick={() => leave(restoreRows)} />
      <ToolbarAction label={t('recoverable.eraseNow')} icon={<DeleteForeverIcon />} onClick={() => setAsking(true)} />
      {isAsking && (
        <Dialog
          title={t('recoverable.eraseNow')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('recoverable.keep')}</Button>
              <Button tone="danger" onClick={() => leave(removeForever)}>
                {t('recoverable.eraseNow')}
              </Button>
            </>
          }
        >
          <p>{t('recoverable.question')}</p>
        </Dialog>
      )}
    </div>
  )
}
