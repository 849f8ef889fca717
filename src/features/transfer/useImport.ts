/** Files on their way to the gateway, and then the job that takes their mails in. A file is no plain data, so it waits here. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ClientCode, RefusalCode } from '../../contract/codes'
import { startImport, startImportUpload } from '../../contract/endpoints/mail/jobs'
import { cancelUpload } from '../../contract/endpoints/sending/uploads'
import { limits } from '../../contract/limits'
import { jobsFetched } from '../../store/mail/mailJobs'
import { pathToFolder } from '../../store/routes/pathTo'
import { sendFile } from '../../store/sendFile'
import { useServices } from '../../store/servicesContext'
import { useAppDispatch } from '../../store/typed'
import { importFileFault } from './fileChecks'

export type ChosenFile = {
  readonly key: number
  readonly file: File
  readonly sent: number
  /** What the gateway calls what it has of it. */
  readonly uploadId: string | null
  readonly isSent: boolean
  /** Why it was not taken. */
  readonly code: RefusalCode | ClientCode | null
  /** Whether it would be refused again. */
  readonly isHopeless: boolean
}

let lastKey = 0

function chosen(file: File): ChosenFile {
  lastKey += 1
  const code = importFileFault(file)
  return { key: lastKey, file, sent: 0, uploadId: null, isSent: false, code, isHopeless: code !== null }
}

export function useImport(first: readonly File[], onDone: () => void) {
  const services = useServices()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => first.slice(0, limits.importedFiles).map(chosen))
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<RefusalCode | ClientCode | null>(null)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])

  const change = (key: number, part: Partial<ChosenFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))

  function forget(dropped: readonly ChosenFile[]) {
    for (const { uploadId } of dropped) if (uploadId !== null) void services.call(cancelUpload, { uploadId })
  }

  /** Sends one; what it is now called at the gateway, or null where it did not get there. */
  async function send(one: ChosenFile): Promise<string | null> {
    change(one.key, { code: null })
    const { signal } = abort.current
    const watch = {
      signal,
      onStarted: (uploadId: string) => change(one.key, { uploadId }),
      onProgress: (sent: number) => change(one.key, { sent }),
    }
    const result = await sendFile(services, one.file, one.uploadId, watch, startImportUpload)
    if (signal.aborted) return null
    if (result.ok) {
      change(one.key, { isSent: true, sent: one.file.size })
      return result.attachmentId
    }
    // What the gateway no longer knows, or holds wrong, begins anew.
    const isLost = result.code === 'notFound' || result.code === 'uploadChecksum'
    const isHopeless = result.code === 'quotaExceeded' || result.code === 'tooLarge'
    change(one.key, { code: result.code, isHopeless, ...(isLost ? { uploadId: null, sent: 0 } : {}) })
    return null
  }

  async function begin(folder: string) {
    setBusy(true)
    setFault(null)
    const uploads: string[] = []
    const wanted = files.filter(({ isHopeless }) => !isHopeless)
    // One after the other: a slow line is not shared out between them.
    for (const one of wanted) {
      const id = one.isSent ? one.uploadId : await send(one)
      if (abort.current.signal.aborted) return
      if (id !== null) uploads.push(id)
    }
    const outcome = uploads.length === wanted.length ? await services.call(startImport, { folder, uploads }) : null
    setBusy(false)
    if (outcome === null) return
    if (!outcome.ok) return setFault(outcome.code)
    dispatch(jobsFetched([outcome.value.job]))
    onDone()
    // There the mails can be seen coming in, and how far it is.
    void navigate(pathToFolder(folder))
  }

  return {
    files,
    isBusy,
    fault,
    add: (more: readonly File[]) => setFiles((all) => [...all, ...more.map(chosen)].slice(0, limits.importedFiles)),
    remove: (one: ChosenFile) => {
      setFiles((all) => all.filter(({ key }) => key !== one.key))
      forget([one])
    },
    begin,
    /** Nothing of what was sent stays at the gateway. */
    giveUp: () => {
      abort.current.abort()
      forget(files)
      onDone()
    },
  }
}
