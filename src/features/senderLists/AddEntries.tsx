/** Entries are typed, pasted or read from a text file; what is wrong is named while it is typed. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { type ListKind, listKinds } from '#contract/mail/senderEntries'
import { selectUsername } from '#src/store/session/session'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { addEntries, type BadLine, badLines } from './listChanges'

/** Bad lines that are named; the rest is counted. */
const named = 5
/** A file of entries that fills both lists many times over. */
const fileBytes = 1024 * 1024

type Props = { kind: ListKind; onKind: (kind: ListKind) => void }

export function AddEntries({ kind, onKind }: Props) {
  const { t } = useTranslation('senderLists')
  const dispatch = useAppDispatch()
  const own = useAppSelector(selectUsername) ?? ''
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** What the gateway did not take, which stays to be mended. */
  const [refused, setRefused] = useState<readonly BadLine[]>([])
  const ids = { text: useId(), said: useId(), kind: useId() }
  const bad = refused.length > 0 ? refused : badLines(typed, own)

  async function add(text: string) {
    if (isBusy) return
    setBusy(true)
    const left = await dispatch(addEntries(kind, text))
    setBusy(false)
    if (left === null) return
    setTyped(left.map((one) => one.typed).join('\n'))
    // They stand in lines of their own now.
    setRefused(left.map((one, at) => ({ ...one, line: at + 1 })))
  }

  return (
    <section className="sender-lists-add" aria-label={t('add')}>
      <Radio.Group
        aria-label={t('addTo')}
        value={kind}
        onChange={(event) => onKind(event.target.value)}
        options={listKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
      />
      <label htmlFor={ids.text}>{t('entries')}</label>
      <Input.TextArea
        id={ids.text}
        value={typed}
        autoSize={{ minRows: 2, maxRows: 8 }}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('placeholder')}
        aria-describedby={ids.said}
        aria-invalid={bad.length > 0 || undefined}
        {...(bad.length > 0 && { status: 'error' as const })}
        onChange={({ target }) => {
          setTyped(target.value)
          setRefused([])
        }}
      />
      <Said id={ids.said} bad={bad} />
      <div className="antd-form-actions">
        <Button type="primary" loading={isBusy} disabled={typed.trim() === ''} onClick={() => void add(typed)}>
          {t(`addYes.${kind}`)}
        </Button>
        <ImportButton isBusy={isBusy} onText={add} />
      </div>
    </section>
  )
}

function ImportButton({ isBusy, onText }: { isBusy: boolean; onText: (text: string) => Promise<void> }) {
  const { t } = useTranslation('senderLists')
  const dispatch = useAppDispatch()
  const file = useRef<HTMLInputElement>(null)

  async function handleFile({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    target.value = ''
    if (chosen === undefined) return
    if (chosen.size > fileBytes) dispatch(noticeShown({ tone: 'error', message: 'senderLists:fileTooLarge' }))
    else await onText(await chosen.text())
  }

  return (
    <>
      <Button disabled={isBusy} onClick={() => file.current?.click()}>
        {t('import')}
      </Button>
      <input
        ref={file}
        hidden
        type="file"
        accept=".txt,text/plain"
        aria-label={t('import')}
        onChange={(event) => void handleFile(event)}
      />
    </>
  )
}

/** How entries are written, or the lines that are wrong. */
function Said({ id, bad }: { id: string; bad: readonly BadLine[] }) {
  const { t } = useTranslation('senderLists')
  const says = bad
    .slice(0, named)
    .map(({ line, typed: text, fault }) =>
      t(`fault.${fault}`, { line, text: text.slice(0, 100), most: limits.listEntries }),
    )
  return (
    <div id={id} className={bad.length > 0 ? 'sender-lists-bad' : 'sender-lists-hint'} aria-live="polite">
      {bad.length === 0 && t('entriesHint', { most: limits.listEntries })}
      {[...new Set(says)].map((said) => (
        <p key={said}>{said}</p>
      ))}
      {bad.length > named && <p>{t('moreBad', { count: bad.length - named })}</p>}
    </div>
  )
}
