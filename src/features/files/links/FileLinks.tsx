/** Links to files that stand in messages: how long each lives, renewed and withdrawn. */
import Button from 'antd/es/button'
import Pagination from 'antd/es/pagination'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint, Reply } from '#contract/endpoint'
import { type FileLink, fileLinks, renewFileLink, revokeFileLink } from '#contract/endpoints/files/links'
import { fileLinkLimits } from '#contract/files/fileLinkRules'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { fileSize } from '#src/components/text/fileSize'
import { mediumDate } from '#src/components/text/mailDate'
import type { Outcome } from '#src/lib/http/outcome'
import { say, useReply } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

/** Said either way. */
function change(
  entry: typeof renewFileLink | typeof revokeFileLink,
  id: string,
  message: 'files:linkRenewed' | 'files:linkRevoked',
): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome: Outcome<Reply<Endpoint>> = await call(entry, { id })
    dispatch(outcome.ok ? noticeShown({ tone: 'success', message }) : say(outcome))
  }
}

export function FileLinks() {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const [page, setPage] = useState(1)
  const answer = useReply(fileLinks, { page })

  async function handleRenewal({ id }: FileLink) {
    await dispatch(change(renewFileLink, id, 'files:linkRenewed'))
    answer.retry()
  }

  async function handleRevocation({ id, name }: FileLink) {
    const question = { title: t('linkRevokeTitle', { name }), text: t('linkRevokeHint'), yes: t('linkRevoke') }
    if (!(await confirm({ ...question, isDanger: true }))) return
    await dispatch(change(revokeFileLink, id, 'files:linkRevoked'))
    answer.retry()
  }

  return (
    <section aria-label={t('tabs.links')}>
      <p className="files-links-hint">{t('linksHint')}</p>
      {answer.state === 'failed' && answer.last !== null && (
        <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
      )}
      <Answered
        answer={answer}
        keepsLast
        empty={{ of: ({ total }) => total === 0, title: t('empty.links'), hint: t('empty.linksHint') }}
      >
        {({ list, total }) => (
          <>
            <ul className="files-links">
              {list.map((link) => (
                <LinkRow
                  key={link.id}
                  link={link}
                  onRenew={() => void handleRenewal(link)}
                  onRevoke={() => void handleRevocation(link)}
                />
              ))}
            </ul>
            <Pagination
              align="end"
              hideOnSinglePage
              showSizeChanger={false}
              current={page}
              pageSize={fileLinkLimits.pageSize}
              total={total}
              onChange={setPage}
            />
          </>
        )}
      </Answered>
      {holder}
    </section>
  )
}

type RowProps = { link: FileLink; onRenew: () => void; onRevoke: () => void }

function LinkRow({ link: { name, size, madeAt, expiresAt, downloads, state }, onRenew, onRevoke }: RowProps) {
  const { t, i18n } = useTranslation('files')
  const facts = [
    fileSize(size, i18n.language),
    t('linkMadeAt', { when: mediumDate(madeAt, i18n.language) }),
    t('linkUntil', { when: mediumDate(expiresAt, i18n.language) }),
    t('linkDownloads', { count: downloads }),
  ]
  return (
    <li className="files-link">
      <div className="files-link-words">
        <bdi className="files-link-name">{name}</bdi>
        <span className="files-links-hint">{facts.join(' · ')}</span>
      </div>
      <span className={`files-link-state files-link-${state}`}>{t(`linkStates.${state}`)}</span>
      {state !== 'revoked' && (
        <span className="files-link-acts">
          {state !== 'gone' && (
            <Button onClick={onRenew} aria-label={t('linkRenewNamed', { name })}>
              {t('linkRenew')}
            </Button>
          )}
          <Button onClick={onRevoke} aria-label={t('linkRevokeNamed', { name })}>
            {t('linkRevoke')}
          </Button>
        </span>
      )}
    </li>
  )
}
