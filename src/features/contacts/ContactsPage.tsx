/** People, their groups, and one of them in full (SPEC §2, §3). */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AntdScope } from '#src/components/antd/AntdScope'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { ContactForm } from './ContactForm'
import { ContactList } from './ContactList'
import { ContactPane } from './ContactPane'
import { findContacts, loadContacts, selectContacts } from './contactsSlice'
import { GroupRail } from './GroupRail'
import { useContactsAddress } from './useContactsAddress'
import './contacts.css'

export function ContactsPage() {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const address = useContactsAddress()
  const { group, find, id, edit } = address
  const { version, status } = useAppSelector(selectContacts)
  useEffect(() => {
    void dispatch(loadContacts())
  }, [dispatch])
  useEffect(() => {
    const stopping = new AbortController()
    // Again for each version: a change may have brought contacts or taken some away.
    if (status === 'ready' && version !== null) void dispatch(findContacts({ group, typed: find }, stopping.signal))
    return () => stopping.abort()
  }, [dispatch, group, find, status, version])
  const isOpen = id !== '' || edit !== ''

  return (
    <AntdScope>
      <article className={isOpen ? 'contacts contacts-open ep-card' : 'contacts ep-card'}>
        <h1 className="visually-hidden">{t('title')}</h1>
        <GroupRail address={address} />
        <ContactList key={group} address={address} />
        <section className="contacts-pane" aria-label={t('details')}>
          {edit === 'new' ? (
            <ContactForm key="new" contact={null} address={address} />
          ) : (
            <ContactPane key={id} address={address} />
          )}
        </section>
      </article>
    </AntdScope>
  )
}
