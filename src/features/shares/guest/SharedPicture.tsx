/** Pictures of a share: fetched with the visit, so that no address of them works elsewhere. */
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadSharedFile, sharedThumbnail } from '#contract/endpoints/sending/sharedFiles'
import type { SharedFile } from '#contract/endpoints/sending/shares'
import { previewKind } from '#contract/mail/previews'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainName } from '#src/components/text/AddressText'
import type { Failure } from '#src/lib/http/outcome'
import { useAppDispatch } from '#src/store/typed'
import { endOf, fetchBytes } from '../shareThunks'

/** Bytes of a picture that is held in the page. */
const mostBytes = 32 * 1024 * 1024

/** Addresses of this page for small pictures, by the id of their file; one is fetched after another. */
export function useThumbnails(files: readonly SharedFile[], visit: string): ReadonlyMap<string, string> {
  const dispatch = useAppDispatch()
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const made: string[] = []
    let isLeft = false
    const fetchAll = async () => {
      for (const { id, type } of files) {
        if (previewKind(type) !== 'picture') continue
        const outcome = await dispatch(fetchBytes(sharedThumbnail, { visit, id }))
        // What ended says so at the next press.
        if (isLeft || (!outcome.ok && endOf(outcome) !== null)) return
        if (!outcome.ok) continue
        const address = URL.createObjectURL(outcome.value)
        made.push(address)
        setPictures((before) => new Map([...before, [id, address]]))
      }
    }
    void fetchAll()
    return () => {
      isLeft = true
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [dispatch, files, visit])
  return pictures
}

type Props = { file: SharedFile; visit: string; onRefused: (failure: Failure) => void; onClose: () => void }

/** A picture looked at in place; what cannot be shown says so. */
export function SharedPicture({ file, visit, onRefused, onClose }: Props) {
  const { t } = useTranslation(['shares', 'common'])
  const dispatch = useAppDispatch()
  const { id, type, size } = file
  const [address, setAddress] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(true)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [isBroken, setBroken] = useState(size > mostBytes)
  useEffect(() => {
    if (size > mostBytes) return
    let made: string | null = null
    let isLeft = false
    void dispatch(fetchBytes(downloadSharedFile, { visit, id })).then((outcome) => {
      if (isLeft) return
      if (!outcome.ok) {
        setIsOpen(false)
        return setRefusal(outcome)
      }
      made = URL.createObjectURL(outcome.value.slice(0, outcome.value.size, type))
      setAddress(made)
    })
    return () => {
      isLeft = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [dispatch, visit, id, type, size])
  const name = plainName(file.name) || t('shares:unnamed')
  const leave = () => setIsOpen(false)
  return (
    <Modal
      open={isOpen}
      title={<bdi>{name}</bdi>}
      onCancel={leave}
      // Taken away while it is open, it would give the focus to nothing.
      afterClose={() => {
        onClose()
        if (refusal !== null) onRefused(refusal)
      }}
      footer={<Button onClick={leave}>{t('common:close')}</Button>}
    >
      {isBroken && <p>{t('shares:notShown')}</p>}
      {!isBroken && address === null && <Skeleton lines={4} />}
      {!isBroken && address !== null && (
        <img className="guest-picture" src={address} alt={name} onError={() => setBroken(true)} />
      )}
    </Modal>
  )
}
