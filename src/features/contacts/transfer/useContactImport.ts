/** An import from its file to its result; one that runs is found again when the dialog is opened. */
import { useEffect, useRef, useState } from 'react'
import type { ClientCode, RefusalCode } from '#contract/codes'
import {
  type CsvField,
  contactTransferLimits,
  type DuplicateChoice,
  type FileEncoding,
} from '#contract/contacts/contactFiles'
import type { Reply } from '#contract/endpoint'
import type { ContactImport, previewContacts } from '#contract/endpoints/contacts/transfer'
import { useAppDispatch } from '#src/store/typed'
import { beginImport, fetchImports, followImport, preview, stopImport, undoImport, uploadFile } from './transferThunks'

export type Preview = Reply<typeof previewContacts>
export type Stage = 'file' | 'check' | 'columns' | 'people' | 'running' | 'result'

/** `group` is an id, `new` for the one called `newGroup`, or empty. */
export type PeoplePlan = { readonly duplicates: DuplicateChoice; readonly group: string; readonly newGroup: string }

/** Milliseconds between two looks at how far it is. */
const pollMs = 500

const stagesOf = (kind: Preview['kind'] | undefined): readonly Stage[] =>
  kind === 'vcf'
    ? ['file', 'check', 'people', 'running', 'result']
    : ['file', 'check', 'columns', 'people', 'running', 'result']

function faultOf({ name, size }: File): RefusalCode | null {
  if (!/\.(csv|vcf)$/i.test(name.trim())) return 'notContacts'
  return size > contactTransferLimits.fileBytes ? 'tooLarge' : null
}

export function useContactImport() {
  const dispatch = useAppDispatch()
  const [stage, setStage] = useState<Stage>('file')
  const [file, setFile] = useState({ name: '', size: 0, sent: 0, uploadId: '' })
  const [found, setFound] = useState<Preview | null>(null)
  const [plan, setPlan] = useState<PeoplePlan>({ duplicates: 'skip', group: '', newGroup: '' })
  const [isBusy, setBusy] = useState(false)
  const [undoing, setUndoing] = useState('')
  const [fault, setFault] = useState<RefusalCode | ClientCode | null>(null)
  const [recent, setRecent] = useState<readonly ContactImport[]>([])
  const [current, setCurrent] = useState<ContactImport | null>(null)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])

  const stages = stagesOf(found?.kind)
  const isRunning = stage === 'running' && current !== null
  const id = current?.id ?? ''

  useEffect(() => {
    let isHere = true
    void dispatch(fetchImports()).then((imports) => {
      if (!isHere) return
      const running = imports.find(({ state }) => state === 'running')
      setRecent(imports.filter((one) => one !== running))
      if (running === undefined) return
      setCurrent(running)
      setStage('running')
    })
    return () => {
      isHere = false
    }
  }, [dispatch])

  useEffect(() => {
    if (!isRunning) return
    let isHere = true
    let timer = 0
    const look = async () => {
      const now = await dispatch(followImport(id))
      if (!isHere) return
      if (now !== null) setCurrent(now)
      if (now !== null && now.state !== 'running') setStage('result')
      else timer = window.setTimeout(() => void look(), pollMs)
    }
    void look()
    return () => {
      isHere = false
      window.clearTimeout(timer)
    }
  }, [dispatch, isRunning, id])

  async function look(uploadId: string, encoding?: FileEncoding) {
    setBusy(true)
    setFault(null)
    const outcome = await dispatch(preview({ upload: uploadId, encoding }))
    setBusy(false)
    if (outcome.ok) setFound(outcome.value)
    else setFault(outcome.code)
    return outcome.ok
  }

  async function choose(chosen: File) {
    const wrong = faultOf(chosen)
    setFault(wrong)
    if (wrong !== null) return
    const { name, size } = chosen
    setFile({ name, size, sent: 0, uploadId: '' })
    setBusy(true)
    const onProgress = (sent: number) => setFile((now) => ({ ...now, sent }))
    const outcome = await dispatch(uploadFile(chosen, { signal: abort.current.signal, onProgress }))
    setBusy(false)
    if (!outcome.ok) return setFault(outcome.code)
    setFile({ name, size, sent: size, uploadId: outcome.attachmentId })
    if (await look(outcome.attachmentId)) setStage('check')
  }

  async function start() {
    if (found === null) return
    const { encoding, preset, header, columns } = found
    const { duplicates, group, newGroup } = plan
    const isNew = group === 'new'
    setBusy(true)
    setFault(null)
    const outcome = await dispatch(
      beginImport({
        ...{ upload: file.uploadId, encoding, duplicates, group: isNew ? '' : group, newGroup: isNew ? newGroup : '' },
        mapping: found.kind === 'csv' ? { preset, hasHeader: header, columns: [...columns] } : undefined,
      }),
    )
    setBusy(false)
    if (!outcome.ok) return setFault(outcome.code)
    setCurrent(outcome.value.import)
    setStage('running')
  }

  async function undo(which: string) {
    setUndoing(which)
    const isUndone = await dispatch(undoImport(which))
    setUndoing('')
    if (!isUndone) return
    const undone = (one: ContactImport): ContactImport =>
      one.id === which ? { ...one, state: 'undone', undoable: false } : one
    setRecent((all) => all.map(undone))
    setCurrent((now) => (now === null ? null : undone(now)))
  }

  return {
    ...{ stage, stages, file, found, plan, isBusy, undoing, fault, recent, current },
    choose,
    start,
    undo,
    setPlan,
    reread: (encoding: FileEncoding) => void look(file.uploadId, encoding),
    setColumn: (at: number, field: CsvField) =>
      setFound((now) => now && { ...now, columns: now.columns.map((one, index) => (index === at ? field : one)) }),
    setHeader: (header: boolean) => setFound((now) => now && { ...now, header }),
    stop: async () => {
      const stopped = await dispatch(stopImport(id))
      if (stopped !== null) setCurrent(stopped)
      if (stopped !== null && stopped.state !== 'running') setStage('result')
    },
    /** To the step before or after this one. */
    go: (by: 1 | -1) => {
      setFault(null)
      setStage(stages[stages.indexOf(stage) + by] ?? stage)
    },
    again: () => {
      if (current !== null) setRecent((all) => [current, ...all.filter((one) => one.id !== current.id)])
      setCurrent(null)
      setFound(null)
      setStage('file')
    },
  }
}

export type ImportState = ReturnType<typeof useContactImport>
