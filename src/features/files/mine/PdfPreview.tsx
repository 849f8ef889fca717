/**
 * A PDF drawn page by page by pdf.js, whose worker comes from our own origin. Nothing in it runs:
 * no script of it is read, and no code is made of text. Of a large file the page's ranges are read.
 */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import Button from 'antd/es/button'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'

/** Pixels of a picture within a page that are decoded, and of a page that are drawn. */
const most = { picture: 50_000_000, page: 16_000_000 }

GlobalWorkerOptions.workerSrc = worker

/** Where `build/pdfFiles.ts` lays what a PDF names and does not hold, such as STSong-Light. */
const beside = `/pdfjs-${version}`
const named = { cMapUrl: `${beside}/cmaps/`, cMapPacked: true, standardFontDataUrl: `${beside}/standard_fonts/` }

function open(url: string) {
  return getDocument({
    ...{ url, isEvalSupported: false, useWasm: false, enableXfa: false, maxImageSize: most.picture },
    ...named,
    ...{ disableAutoFetch: true, disableStream: true, stopAtErrors: false, verbosity: 0 },
  })
}

/** Null while it opens; `again` opens it by the newest link. */
function usePdf(link: string) {
  const [tries, setTries] = useState(0)
  // A ticket that is renewed must not open the file anew.
  const [url, setUrl] = useState(link)
  const [file, setFile] = useState<PDFDocumentProxy | null>(null)
  const [isBroken, setBroken] = useState(false)
  function again() {
    setBroken(false)
    setFile(null)
    setUrl(link)
    setTries(tries + 1)
  }
  /** The ticket may be over: the newest one is tried before that is said. */
  const fail = () => (url === link ? setBroken(true) : again())
  const failed = useEffectEvent(fail)
  useEffect(() => {
    // Asked for once more by a press.
    let isOver = tries < 0
    const opening = open(url)
    opening.promise.then(
      (opened) => isOver || setFile(opened),
      () => isOver || failed(),
    )
    return () => {
      isOver = true
      void opening.destroy()
    }
  }, [url, tries])
  return { file, isBroken, fail, again }
}

export function PdfPreview({ link, name }: { link: string; name: string }) {
  const { t } = useTranslation('files')
  const { file, isBroken, fail, again } = usePdf(link)
  const [page, setPage] = useState(1)
  if (isBroken) return <ErrorNote message="files:pdfBroken" onRetry={again} />
  if (file === null) return <Skeleton lines={8} />
  return (
    <div className="files-pdf">
      <div className="files-pdf-pages">
        <Button
          size="small"
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('pdfPrevious')}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <span aria-live="polite">{t('pdfPage', { page, count: file.numPages })}</span>
        <Button
          size="small"
          icon={<RightOutlined aria-hidden />}
          aria-label={t('pdfNext')}
          disabled={page >= file.numPages}
          onClick={() => setPage(page + 1)}
        />
      </div>
      <PdfPage key={page} file={file} page={page} label={t('pdfPageOf', { name, page })} onBroken={fail} />
    </div>
  )
}

type PageProps = { file: PDFDocumentProxy; page: number; label: string; onBroken: () => void }

function PdfPage({ file, page, label, onBroken }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const broken = useEffectEvent(onBroken)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isOver = false
    let stop: () => void = () => undefined
    const draw = async () => {
      const shown = await file.getPage(page)
      const { current } = canvas
      if (isOver || current === null) return
      const own = shown.getViewport({ scale: 1 })
      const wanted = ((current.parentElement?.clientWidth ?? 0) / own.width) * window.devicePixelRatio || 1
      const scale = Math.min(wanted, Math.sqrt(most.page / (own.width * own.height)))
      const viewport = shown.getViewport({ scale })
      current.width = Math.max(1, Math.floor(viewport.width))
      current.height = Math.max(1, Math.floor(viewport.height))
      const task = shown.render({ canvas: current, viewport })
      stop = () => task.cancel()
      await task.promise
      setDrawn(true)
    }
    draw().catch(() => {
      if (!isOver) broken()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [file, page])
  return <canvas ref={canvas} className="files-pdf-page" role="img" aria-label={label} aria-busy={!isDrawn} />
}
