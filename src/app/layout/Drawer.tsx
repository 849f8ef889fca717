import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** The sidebar over the page on a narrow screen; a native dialog, so focus stays in it and returns. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('layout')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (!element.open) element.showModal()
    const handlePress = (event: MouseEvent) => {
      if (event.target === element) onClose()
    }
    element.addEventListener('click', handlePress)
    return () => element.removeEventListener('click', handlePress)
  }, [onClose])
  return (
    <dialog ref={dialog} className="layout-drawer" aria-label={t('mailNavigation')} onClose={onClose}>
      {children}
    </dialog>
  )
}
