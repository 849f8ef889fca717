/** What can be done with an open mail that waits to be sent: written on, put off, sent at once, or tried again. */
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { sendIdOf } from '#contract/mail/waitingMail'
import type { Mail } from '#contract/shapes'
import { useAppSelector } from '#src/store/typed'
import { LazyScheduleDialog, selectHeldSend } from '../../sending'
import { fitLabels } from './fitLabels'
import { ToolbarAction } from './ToolbarAction'
import { ToolbarBack } from './ToolbarBack'
import { useWaitingActions } from './useWaitingActions'
import './readerToolbar.css'

type Props = { mail: Mail; backTo: string }

export function WaitingMailToolbar({ mail, backTo }: Props) {
  const { t } = useTranslation('reading')
  const [isAsking, setAsking] = useState(false)
  const actions = useWaitingActions(mail.id, backTo)
  const hasFailed = mail.waits === 'failed'
  const phase = useAppSelector((state) => selectHeldSend(state, sendIdOf(mail.id) ?? mail.id)?.phase)
  const isGoing = mail.waits === 'sending' || (phase !== undefined && phase !== 'held')
  const hasGone = phase === 'sent' || phase === 'failed'
  const navigate = useNavigate()
  useEffect(() => {
    // What went while it was looked at waits no longer: there is nothing here to be done with it.
    if (hasGone) void navigate(backTo, { replace: true })
  }, [hasGone, navigate, backTo])
  return (
    <div ref={fitLabels} className="reading-toolbar" role="toolbar" aria-label={t('actions')}>
      <ToolbarBack to={backTo} />
      <ToolbarAction
        label={t('waiting.edit')}
        icon={<EditOutlined />}
        onClick={() => void actions.edit()}
        disabled={isGoing || actions.isAsking}
      />
      {hasFailed ? (
        <ToolbarAction
          label={t('waiting.again')}
          icon={<RedoOutlined />}
          onClick={() => void actions.again()}
          disabled={actions.isAsking}
        />
      ) : (
        <>
          <ToolbarAction
            label={t('waiting.later')}
            icon={<ClockCircleOutlined />}
            onClick={() => setAsking(true)}
            disabled={isGoing || actions.isAsking}
          />
          <ToolbarAction
            label={t('waiting.now')}
            icon={<SendOutlined />}
            onClick={() => void actions.now()}
            disabled={isGoing || actions.isAsking}
          />
        </>
      )}
      {isAsking && (
        <LazyScheduleDialog
          chosen={mail.scheduledAt ?? null}
          onClose={() => setAsking(false)}
          onChoose={(at) => {
            setAsking(false)
            void actions.later(at)
          }}
        />
      )}
    </div>
  )
}
