import Button from 'antd/es/button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as calls from '#contract/endpoints/mail/imageSenders'
import { Answered } from '#src/components/antd/AntdPage'
import { say, useReply } from '#src/store/ask'
import { imagesForbidden } from '#src/store/mail/senderEvents'
import type { AppThunk } from '#src/store/typed'
import { useAppDispatch } from '#src/store/typed'

function forbid(address: string): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.forbidImages, { address })
    if (!outcome.ok) dispatch(say(outcome))
    else dispatch(imagesForbidden({ address }))
    return outcome.ok
  }
}

/** Senders whose remote pictures are always shown, each of whom can be taken off. */
export function ImageSenders() {
  const { t } = useTranslation('settings')
  const dispatch = useAppDispatch()
  const titleId = useId()
  const answer = useReply(calls.imageSenders, {})
  const [removed, setRemoved] = useState<readonly string[]>([])
  const left = (senders: readonly string[]) => senders.filter((one) => !removed.includes(one))
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('imageSenders')}</h2>
      <Answered
        answer={answer}
        empty={{
          of: ({ senders }) => left(senders).length === 0,
          title: t('imageSendersNone'),
          hint: t('imageSendersHint'),
        }}
      >
        {({ senders }) => (
          <ul className="settings-senders">
            {left(senders).map((address) => (
              <li key={address}>
                <bdi>{address}</bdi>
                <Button
                  aria-label={t('imageSenderRemoveNamed', { address })}
                  onClick={async () => {
                    if (await dispatch(forbid(address))) setRemoved([...removed, address])
                  }}
                >
                  {t('imageSenderRemove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  )
}
