/** Members of the person's organization: read, written to, kept as contacts. */
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { directory } from '#contract/endpoints/organization/directory'
import { readableAddress } from '#contract/mail/domainSpelling'
import type { Address } from '#contract/shapes'
import { Answered } from '#src/components/antd/AntdPage'
import { Avatar } from '#src/components/brand/Avatar'
import { useTypedSearch } from '#src/components/browser/useTypedSearch'
import { type ReplyState, useReply } from '#src/store/ask'
import { useMore } from '#src/store/pages'
import { selectIsFree } from '#src/store/session/session'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { keepCollected } from './contactChanges'
import { ToolHead } from './ToolHead'
import type { ContactsAddress } from './useContactsAddress'
import { useWriteToPeople } from './useWriteToPeople'

type Found = Reply<typeof directory>

/** Colleagues of a page. */
const size = 50

export function Directory({ address }: { address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  const [typed, setTyped] = useState('')
  const search = useTypedSearch(typed, setTyped)
  const answer = useReply(directory, { typed, size })

  return (
    <>
      <ToolHead title={t('tool.directory')} address={address} />
      <div className="contacts-view">
        <Input
          {...search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('directory.search')}
          placeholder={t('directory.search')}
          maxLength={100}
        />
        <Answered
          answer={answer}
          empty={{
            of: ({ people }) => people.length === 0,
            title: t(typed === '' ? 'directory.empty' : 'directory.notFound'),
            hint: t(typed === '' ? 'directory.emptyHint' : 'directory.notFoundHint'),
          }}
        >
          {(found) => <Colleagues found={found} typed={typed} answer={answer} />}
        </Answered>
      </div>
    </>
  )
}

type ListProps = { found: Found; typed: string; answer: ReplyState<typeof directory> }

function Colleagues({ found, typed, answer }: ListProps) {
  const { t } = useTranslation('contacts')
  const { isAsking, askMore } = useMore(directory, answer)
  const handleMore = () =>
    askMore({ typed, size, cursor: found.next }, (page) => ({ ...page, people: [...found.people, ...page.people] }))

  return (
    <>
      <ul className="contacts-collected">
        {found.people.map((person) => (
          <Colleague key={person.address} person={person} />
        ))}
      </ul>
      {found.next !== '' && (
        <Button loading={isAsking} onClick={() => void handleMore()}>
          {t('collected.more')}
        </Button>
      )}
    </>
  )
}

function Colleague({ person }: { person: Address }) {
  const { t } = useTranslation(['contacts', 'layout'])
  const dispatch = useAppDispatch()
  const { writeTo } = useWriteToPeople()
  const isFree = useAppSelector(selectIsFree)
  const readable = readableAddress(person.address)
  const name = person.name || readable
  return (
    <li>
      <Avatar name={name} size={36} />
      <div>
        <bdi className="contacts-row-name">{name}</bdi>
        <span className="contacts-row-email">
          <bdi>{readable}</bdi>
        </span>
      </div>
      <Button
        type="text"
        icon={<MailOutlined aria-hidden />}
        disabled={isFree}
        title={t(isFree ? 'layout:freeReason' : 'write')}
        aria-label={t('writeTo', { address: readable })}
        onClick={() => void writeTo([person])}
      />
      <Button
        type="text"
        icon={<UserAddOutlined aria-hidden />}
        title={t('collected.keep')}
        aria-label={t('collected.keepOne', { name })}
        onClick={() => void dispatch(keepCollected([person]))}
      />
    </li>
  )
}
