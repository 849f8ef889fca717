import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LoginPage } from '../../features/session'
import { prefetchMailbox } from './prefetchMailbox'

/** The login page; while the person types, the mailbox's code arrives. */
export function LoginRoute() {
  const { i18n } = useTranslation()
  const isAsked = useRef(false)
  return (
    <LoginPage
      onTyping={() => {
        if (isAsked.current) return
        isAsked.current = true
        prefetchMailbox(i18n)
      }}
    />
  )
}
