/** Rules as a file in Sieve: saved, and read back, shown before anything is taken from it. */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/mail/rules'
import { limits } from '#contract/limits'
import type { Folder } from '#contract/shapes'
import { useConfirm } from '#src/components/antd/useConfirm'
import { saveFile } from '#src/components/browser/saveFile'
import { Menu } from '#src/components/menu/Menu'
import type { Failure } from '#src/lib/http/outcome'
import { ask, outcomeOf, say } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { isolated } from '../ruleSentence'
import { useRuleSentence } from '../useFolderNames'

type Read = { readonly script: string; readonly told: Reply<typeof calls.readRuleFile> }
type Props = {
  /** Rules that there are. */
  count: number
  folders: readonly Folder[]
  onChanged: (list: calls.RuleList) => void
}

/** Says by which limit a file holds too much, and any other refusal in its own words. */
function sayRefusal(refused: Failure): AppThunk {
  return (dispatch) => {
    const { what } = refused.payload
    const message = what === 'rules' ? 'rules:file.rules' : what === 'commands' ? 'rules:file.commands' : null
    if (message === null) dispatch(say(refused))
    else dispatch(noticeShown({ tone: 'error', message, params: { limit: limits.rules } }))
  }
}

export function RuleFile({ count, folders, onChanged }: Props) {
  const { t } = useTranslation('rules')
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<Read | null>(null)
  const sayFault = (message: string, params = {}) => dispatch(noticeShown({ tone: 'error', message, params }))

  async function handleExport() {
    const reply = await dispatch(ask(calls.exportRules, {}))
    if (reply !== null) saveFile(new Blob([reply.script], { type: 'application/sieve' }), t('file.name'))
  }

  async function handleFile(file: File) {
    if (file.size > limits.ruleFileUnits) return sayFault('rules:file.large')
    const script = await file.text().catch(() => null)
    if (script === null) return sayFault('rules:file.unreadable')
    const outcome = await dispatch(outcomeOf(calls.readRuleFile, { script }))
    if (outcome.ok) return setRead({ script, told: outcome.value })
    const { line } = outcome.payload
    return typeof line === 'number' ? sayFault('rules:file.noSieve', { line }) : dispatch(sayRefusal(outcome))
  }

  return (
    <>
      <Menu
        label={t('file.more')}
        align="end"
        items={[
          ...(count === 0 ? [] : [{ key: 'export', label: t('file.export'), onChoose: () => void handleExport() }]),
          { key: 'import', label: t('file.import'), onChoose: () => input.current?.click() },
        ]}
      >
        <MoreOutlined aria-hidden />
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".sieve,.siv,.txt"
        aria-label={t('file.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void handleFile(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {read !== null && (
        <ReadFile read={read} count={count} folders={folders} onChanged={onChanged} onClose={() => setRead(null)} />
      )}
    </>
  )
}

function ReadFile({ read, count, folders, onChanged, onClose }: Props & { read: Read; onClose: () => void }) {
  const { t } = useTranslation(['rules', 'common'])
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState<'add' | 'replace' | null>(null)
  const { rules } = read.told
  async function take(way: 'add' | 'replace') {
    const question = { title: t('rules:file.replaceTitle'), text: t('rules:file.replaceText', { count }) }
    if (way === 'replace' && !(await confirm({ ...question, yes: t('rules:file.replace'), isDanger: true }))) return
    setBusy(way)
    const outcome = await dispatch(outcomeOf(calls.importRules, { script: read.script, way }))
    setBusy(null)
    if (!outcome.ok) return void dispatch(sayRefusal(outcome))
    onChanged(outcome.value)
    const params = { count: rules.length }
    dispatch(noticeShown({ tone: 'success', message: 'rules:file.added', params }))
    setOpen(false)
  }

  return (
    <Modal
      open={isOpen}
      title={t('rules:file.title')}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <div className="rules-file-actions">
          {rules.length > 0 && count > 0 && (
            <Button loading={busy === 'replace'} disabled={busy === 'add'} onClick={() => void take('replace')}>
              {t('rules:file.replace')}
            </Button>
          )}
          <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
          {rules.length > 0 && (
            <Button
              type="primary"
              loading={busy === 'add'}
              disabled={busy === 'replace'}
              onClick={() => void take('add')}
            >
              {t('rules:file.add')}
            </Button>
          )}
        </div>
      }
    >
      <Understood told={read.told} folders={folders} />
      {holder}
    </Modal>
  )
}

function Understood({ told, folders }: { told: Read['told']; folders: readonly Folder[] }) {
  const { t } = useTranslation('rules')
  const sentenceOf = useRuleSentence(folders)
  const { rules, foreign, refused } = told
  const lines = foreign.map(({ line, command }) => t('file.line', { line, command: isolated(command) }))
  const rest = [...new Set([...lines, ...refused.map((name) => t('file.refused', { name }))])]
  return (
    <>
      {rules.length === 0 ? (
        <Alert type="warning" showIcon title={t('file.nothing')} />
      ) : (
        <>
          <p>{t('file.found', { count: rules.length })}</p>
          <ul className="rules-file-list" aria-label={t('file.list')}>
            {rules.map((rule) => (
              <li key={rule.id}>
                <bdi className="rules-name">{rule.name}</bdi> {!rule.isEnabled && t('file.off')}
                <span className="rules-sentence">{sentenceOf(rule)}</span>
              </li>
            ))}
          </ul>
          {rules.some(({ isEnabled }) => !isEnabled) && <p className="rules-run-hint">{t('file.offHint')}</p>}
        </>
      )}
      {rest.length > 0 && (
        <section className="rules-file-rest">
          <strong>{t('file.foreign')}</strong>
          <ul>
            {rest.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
