/** People, their groups, and one of them in full (SPEC §2, §3). */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AntdScope } from '#src/components/antd/AntdScope'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { Collected } from './Collected'
import { ContactForm } from './ContactForm'
import { ContactList } from './ContactList'
import { ContactPane } from './ContactPane'
import { findContacts, loadContacts, selectContacts } from './contactsSlice'
import { Directory } from './Directory'
import { Duplicates } from './duplicates/Duplicates'
import { GroupRail } from './GroupRail'
import { useContactsAddress } from './useContactsAddress'
import './contacts.css'

export function ContactsPage() {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const address = useContactsAddress()
  const { group, find, id, edit, tool } = address
  const { version, status } = useAppSelector(selectContacts)
  const [tries, setTries] = useState(1)
  useEffect(() => {
    if (tries > 0) void dispatch(loadContacts())
  }, [dispatch, tries])
  useEffect(() => {
    // Another tab or device may have changed them meanwhile.
    const look = () => {
      if (document.visibilityState === 'visible') void dispatch(loadContacts())
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [dispatch])
  useEffect(() => {
    const stopping = new AbortController()
    // Again for each version: a change may have brought contacts or taken some away.
    if (status === 'ready' && version !== '' && tries > 0)
      void dispatch(findContacts({ group, typed: find }, stopping.signal))
    return () => stopping.abort()
  }, [dispatch, group, find, status, version, tries])
  const isOpen = id !== '' || edit !== '' || tool !== ''

  return (
    <AntdScope>
      <article className={isOpen ? 'contacts contacts-open ep-card' : 'contacts ep-card'}>
        <h1 className="visually-hidden">{t('title')}</h1>
        <GroupRail address={address} />
        <ContactList key={group} address={address} onRetry={() => setTries(tries + 1)} />
        <section className="contacts-pane" aria-label={t('details')}>
          {edit === 'new' ? (
            <ContactForm key="new" contact={null} address={address} />
          ) : id === '' && tool === 'duplicates' ? (
            <Duplicates address={address} />
          ) : id === '' && tool === 'collected' ? (
            <Collected address={address} />
          ) : id === '' && tool === 'directory' ? (
            <Directory address={address} />
          ) : (
            <ContactPane key={id} address={address} />
          )}
        </section>
      </article>
    </AntdScope>
  )
}
