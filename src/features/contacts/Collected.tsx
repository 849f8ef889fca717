/** Addresses that were written to and are no contacts: they are kept as such, or forgotten. */
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectedPeople } from '#contract/endpoints/contacts/contacts'
import { readableAddress } from '#contract/mail/domainSpelling'
import type { Address } from '#contract/shapes'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { Avatar } from '#src/components/brand/Avatar'
import { useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import { forgetCollected, keepCollected } from './contactChanges'
import { ToolHead } from './ToolHead'
import type { ContactsAddress } from './useContactsAddress'

/** Rows that are drawn at first, and with each press. */
const step = 100

export function Collected({ address }: { address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const [isBusy, setBusy] = useState(false)
  const answer = useReply(collectedPeople, {})

  async function handle(act: typeof keepCollected, people: readonly Address[]) {
    setBusy(true)
    const done = new Set(await dispatch(act(people)))
    setBusy(false)
    if (answer.state === 'answered')
      answer.replace({ people: answer.reply.people.filter((person) => !done.has(person.address)) })
  }

  async function handleForgetAll(people: readonly Address[]) {
    const title = t('collected.forgetTitle', { count: people.length })
    if (await confirm({ title, yes: t('collected.forgetAll'), isDanger: true })) await handle(forgetCollected, people)
  }

  return (
    <>
      <ToolHead title={t('collected.title')} address={address} />
      <div className="contacts-view">
        <Answered
          answer={answer}
          empty={{
            of: ({ people }) => people.length === 0,
            title: t('collected.empty'),
            hint: t('collected.emptyHint'),
          }}
        >
          {({ people }) => (
            <>
              <p className="contacts-merge-hint">{t('collected.hint')}</p>
              <div className="antd-form-actions">
                <Button disabled={isBusy} onClick={() => void handle(keepCollected, people)}>
                  {t('collected.keepAll')}
                </Button>
                <Button disabled={isBusy} danger onClick={() => void handleForgetAll(people)}>
                  {t('collected.forgetAll')}
                </Button>
              </div>
              <CollectedList people={people} isBusy={isBusy} onAct={handle} />
            </>
          )}
        </Answered>
      </div>
      {holder}
    </>
  )
}

type ListProps = Pick<RowProps, 'isBusy' | 'onAct'> & { people: readonly RowProps['person'][] }

function CollectedList({ people, ...row }: ListProps) {
  const { t } = useTranslation('contacts')
  const [shown, setShown] = useState(step)
  return (
    <>
      <ul className="contacts-collected">
        {people.slice(0, shown).map((person) => (
          <CollectedRow key={person.address} person={person} {...row} />
        ))}
      </ul>
      {people.length > shown && <Button onClick={() => setShown(shown + step)}>{t('collected.more')}</Button>}
    </>
  )
}

type RowProps = {
  person: Address & { readonly uses: number }
  isBusy: boolean
  onAct: (act: typeof keepCollected, people: readonly Address[]) => Promise<void>
}

function CollectedRow({ person, isBusy, onAct }: RowProps) {
  const { t } = useTranslation('contacts')
  const readable = readableAddress(person.address)
  const name = person.name || readable
  return (
    <li>
      <Avatar name={name} size={36} />
      <div>
        <bdi className="contacts-row-name">{name}</bdi>
        <span className="contacts-row-email">
          {person.name !== '' && <bdi>{readable}</bdi>} {t('collected.uses', { count: person.uses })}
        </span>
      </div>
      <Button
        type="text"
        disabled={isBusy}
        aria-label={t('collected.keepOne', { name })}
        onClick={() => void onAct(keepCollected, [person])}
      >
        {t('collected.keep')}
      </Button>
      <Button
        type="text"
        disabled={isBusy}
        aria-label={t('collected.forgetOne', { name })}
        onClick={() => void onAct(forgetCollected, [person])}
      >
        {t('collected.forget')}
      </Button>
    </li>
  )
}
