/** Speaks of the files that have arrived; their progress bars go without a word. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Composer } from '../composer'

export function UploadAnnouncer({ composer }: { composer: Composer }) {
  const { t } = useTranslation('sending')
  const [names, setNames] = useState('')
  const underWay = useRef<readonly string[]>([])
  const { uploads, content } = composer
  useEffect(() => {
    const waiting = uploads.map(({ name }) => name)
    const arrived = underWay.current.filter(
      (name) => !waiting.includes(name) && content.attachments.some((file) => file.name === name),
    )
    underWay.current = waiting
    if (arrived.length > 0) setNames(arrived.join(' · '))
  }, [uploads, content.attachments])
  return (
    <p role="status" className="visually-hidden">
      {names !== '' && t('uploaded', { names })}
    </p>
  )
}
