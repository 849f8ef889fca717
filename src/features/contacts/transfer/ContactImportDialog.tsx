/** An import of contacts in steps: file, encoding, columns, duplicates, result (BEHAVIOUR §12). */
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkGroup, contactName } from '#contract/mail/contactRules'
import { ColumnsStep, isMapped } from './ColumnsStep'
import { ImportOutcome } from './ImportOutcome'
import { CheckStep, FileStep, PeopleStep, Progress } from './ImportSteps'
import { type ImportState, useContactImport } from './useContactImport'
import './transfer.css'

export function ContactImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['contactFiles', 'errors'])
  const state = useContactImport()
  const { stage, fault } = state
  const [isOpen, setOpen] = useState(true)
  const body = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // A new step begins at its heading; where the dialog opens, it has the focus itself.
    if (!isFirst.current && stage !== 'file') body.current?.querySelector<HTMLElement>('h2')?.focus()
    isFirst.current = false
  }, [stage])

  const steps: Readonly<Record<typeof stage, ReactNode>> = {
    file: <FileStep state={state} />,
    check: <CheckStep state={state} />,
    columns: <ColumnsStep state={state} />,
    people: <PeopleStep state={state} />,
    running: <RunningStep state={state} />,
    result: state.current !== null && <ImportOutcome outcome={state.current} state={state} />,
  }
  return (
    <Modal
      open={isOpen}
      title={t('importTitle')}
      width={720}
      footer={null}
      mask={{ closable: false }}
      afterClose={onClose}
      onCancel={() => setOpen(false)}
    >
      <div ref={body} className="contact-files">
        <ol className="contact-files-steps" aria-label={t('steps')}>
          {state.stages.map((one) => (
            <li key={one} aria-current={one === stage ? 'step' : undefined}>
              {t(`step.${one}`)}
            </li>
          ))}
        </ol>
        {steps[stage]}
        {fault !== null && (
          <p role="alert" className="contact-files-fault">
            {t(`errors:${fault}`)}
          </p>
        )}
        <StepButtons state={state} onClose={() => setOpen(false)} />
      </div>
    </Modal>
  )
}

function StepButtons({ state, onClose }: { state: ImportState; onClose: () => void }) {
  const { t } = useTranslation('contactFiles')
  const { stage, isBusy, found, plan } = state
  if (stage === 'file') return null
  const close = <Button onClick={onClose}>{t('close')}</Button>
  if (stage === 'result')
    return (
      <div className="antd-form-actions">
        {close}
        <Button onClick={state.again}>{t('again')}</Button>
      </div>
    )
  if (stage === 'running')
    return (
      <div className="antd-form-actions">
        {close}
        <Button danger onClick={() => void state.stop()}>
          {t('cancelImport')}
        </Button>
      </div>
    )
  const isNamed = plan.group !== 'new' || checkGroup(contactName(plan.newGroup))
  const canGo = stage !== 'columns' || (found !== null && isMapped(found.columns))
  return (
    <div className="antd-form-actions">
      {stage === 'people' ? (
        <Button type="primary" loading={isBusy} disabled={!isNamed} onClick={() => void state.start()}>
          {t('start')}
        </Button>
      ) : (
        <Button type="primary" disabled={isBusy || !canGo} onClick={() => state.go(1)}>
          {t('next')}
        </Button>
      )}
      <Button disabled={isBusy} onClick={() => state.go(-1)}>
        {t('back')}
      </Button>
    </div>
  )
}

function RunningStep({ state: { current } }: { state: ImportState }) {
  const { t } = useTranslation('contactFiles')
  if (current === null) return null
  const { name, size, read, added, merged, replaced, skipped, refused } = current
  const percent = size === 0 ? 0 : Math.floor((read / size) * 100)
  return (
    <>
      <h2 tabIndex={-1}>{t('running', { name })}</h2>
      <Progress percent={percent} status="active" aria-label={t('running', { name })} />
      <p role="status">{t('soFar', { count: added + merged + replaced + skipped + refused })}</p>
      <p className="contact-files-hint">{t('runningHint')}</p>
    </>
  )
}
