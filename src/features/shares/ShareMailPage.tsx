/** `/ShareMail`: a new share of a message or of files, and those that were made. */
import Button from 'antd/es/button'
import Pagination from 'antd/es/pagination'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { viewMails } from '#contract/endpoints/mail/mail'
import { shares } from '#contract/endpoints/sending/shares'
import type { FileEntry } from '#contract/files/fileRules'
import { shareLimits } from '#contract/shares/shareRules'
import { Answered, AntdPage } from '#src/components/antd/AntdPage'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { EmptyState } from '#src/components/state/EmptyState'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { ShareForm } from './ShareForm'
import { ShareRows } from './ShareRows'
import './shares.css'

const FilesPicker = lazyDialog(async () => (await import('#src/features/files')).FilesPicker)

export function ShareMailPage() {
  const { t } = useTranslation('shares')
  const [query] = useSearchParams()
  const id = query.get('id')
  const [page, setPage] = useState(1)
  const [files, setFiles] = useState<readonly FileEntry[]>([])
  const [isChoosing, setChoosing] = useState(false)
  const answer = useReply(shares, { page })
  return (
    <main className="shares-page">
      <AntdPage title={t('title')} intro={t('intro')} nav={<Link to={pathTo('receive')}>{t('back')}</Link>}>
        {files.length > 0 && <NewFilesShare files={files} onMade={answer.retry} />}
        {files.length === 0 && id !== null && <NewShare key={id} id={id} onMade={answer.retry} />}
        {isChoosing && (
          <FilesPicker
            onChoose={async (chosen) => {
              setFiles(chosen)
              return true
            }}
            onClose={() => setChoosing(false)}
          />
        )}
        <section aria-labelledby="shares-list">
          <div className="shares-head">
            <h2 id="shares-list">{t('mine')}</h2>
            <Button onClick={() => setChoosing(true)}>{t('chooseFiles')}</Button>
          </div>
          <Answered
            answer={answer}
            keepsLast
            empty={{ of: ({ total }) => total === 0, title: t('empty'), hint: t('emptyHint') }}
          >
            {(reply) => (
              <>
                <ShareRows key={reply.now} list={reply.list} now={reply.now} onChanged={answer.retry} />
                <Pagination
                  className="shares-pages"
                  align="end"
                  hideOnSinglePage
                  showSizeChanger={false}
                  current={page}
                  pageSize={shareLimits.pageSize}
                  total={reply.total}
                  onChange={setPage}
                />
              </>
            )}
          </Answered>
        </section>
      </AntdPage>
    </main>
  )
}

function NewFilesShare({ files, onMade }: { files: readonly FileEntry[]; onMade: () => void }) {
  const { t } = useTranslation('shares')
  return (
    <section className="shares-new" aria-labelledby="shares-new">
      <h2 id="shares-new">{t('new')}</h2>
      <ShareForm key={files.map(({ id }) => id).join()} chosen={{ kind: 'files', files }} onMade={onMade} />
    </section>
  )
}

function NewShare({ id, onMade }: { id: string; onMade: () => void }) {
  const { t } = useTranslation('shares')
  const answer = useReply(viewMails, { ids: [id] })
  return (
    <section className="shares-new" aria-labelledby="shares-new">
      <h2 id="shares-new">{t('new')}</h2>
      <Answered answer={answer}>
        {({ list: [mail] }) =>
          mail === undefined || mail.folder === 'deleted' ? (
            <EmptyState title={t('notThere')} hint={t('notThereHint')} />
          ) : (
            <ShareForm chosen={{ kind: 'message', mail }} onMade={onMade} />
          )
        }
      </Answered>
    </section>
  )
}
