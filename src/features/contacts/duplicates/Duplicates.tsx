/** Contacts that share an address, a number or a name, side by side, to be merged. */
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactRecord } from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import { duplicateContacts } from '#contract/endpoints/contacts/duplicates'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Answered } from '#src/components/antd/AntdPage'
import { PageButtons } from '#src/components/antd/PageButtons'
import { Avatar } from '#src/components/brand/Avatar'
import { useReply } from '#src/store/ask'
import { useCursors } from '#src/store/pages'
import { usePhotoLink } from '#src/store/session/usePhotoLink'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { setApart } from '../contactChanges'
import { selectContacts } from '../contactsSlice'
import { ToolHead } from '../ToolHead'
import type { ContactsAddress } from '../useContactsAddress'
import { MergeDialog } from './MergeDialog'

export function Duplicates({ address }: { address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  const { version } = useAppSelector(selectContacts)
  const cursors = useCursors()
  const linkOf = usePhotoLink()
  const answer = useReply(duplicateContacts, { cursor: cursors.cursor }, version)
  // What is shown stays while it is asked for again.
  const { last, retry } = answer
  const shown =
    answer.state === 'waiting' && last !== null ? ({ state: 'answered', reply: last, retry } as const) : answer

  return (
    <>
      <ToolHead title={t('tool.duplicates')} address={address} />
      <div className="contacts-view">
        <Answered
          answer={shown}
          empty={{
            of: ({ sets, next }) => sets.length === 0 && next === '' && cursors.isFirst,
            title: t('noDuplicates'),
            hint: t('noDuplicatesHint'),
          }}
        >
          {({ sets }) => (
            <>
              <p className="contacts-merge-hint">{t('duplicatesHint')}</p>
              {sets.map((set) => (
                <DuplicateSet
                  key={set.contacts.map(({ id }) => id).join()}
                  set={set}
                  linkOf={linkOf}
                  onOpen={(id) => address.go({ id, edit: '' })}
                />
              ))}
            </>
          )}
        </Answered>
        <PageButtons cursors={cursors} next={last?.next} />
      </div>
    </>
  )
}

type Set = Reply<typeof duplicateContacts>['sets'][number]

type SetProps = { set: Set; linkOf: ReturnType<typeof usePhotoLink>; onOpen: (id: string) => void }

function DuplicateSet({ set: { shared, count, contacts }, linkOf, onOpen }: SetProps) {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const [isMerging, setMerging] = useState(false)
  const others = count - contacts.length
  return (
    <section className="contacts-set" aria-label={contacts.map(({ name }) => name).join(', ')}>
      <h3>
        {t(`duplicatesShared.${shared}`)}
        {others > 0 && <span className="contacts-label">{t('duplicatesMore', { count: others })}</span>}
      </h3>
      <ul>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Avatar name={contact.name} photo={linkOf(contact.photo)} size={36} />
            <div>
              <button type="button" className="ep-link" onClick={() => onOpen(contact.id)}>
                <bdi>{contact.name}</bdi>
              </button>
              {reachedAt(contact).map((text) => (
                <bdi key={text} className="contacts-merge-text">
                  {text}
                </bdi>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <div className="contacts-set-tools">
        <Button onClick={() => setMerging(true)}>{t('mergeShow')}</Button>
        {others === 0 && (
          <Button
            type="text"
            onClick={() =>
              void dispatch(
                setApart(
                  contacts.map(({ id }) => id),
                  true,
                ),
              )
            }
          >
            {t('apart')}
          </Button>
        )}
      </div>
      {isMerging && <MergeDialog contacts={contacts} onClose={() => setMerging(false)} />}
    </section>
  )
}

const reachedAt = ({ company, emails, phones }: ContactRecord): readonly string[] =>
  [company, ...emails.map(({ value }) => readableAddress(value)), ...phones.map(({ value }) => value)].filter(Boolean)
