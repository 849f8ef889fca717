/** Passkeys of the account: listed, added and removed with the password. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import {
  addPasskey,
  beginPasskey,
  passkeyState,
  removePasskey,
  renamePasskey,
} from '#contract/endpoints/session/passkeys'
import { factorLimits } from '#contract/session/factorLimits'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { Answered } from '#src/components/antd/AntdPage'
import { deviceText } from '#src/components/text/deviceText'
import { minuteDate } from '#src/components/text/mailDate'
import type { Outcome } from '#src/lib/http/outcome'
import { outcomeOf, useReply } from '#src/store/ask'
import { loadChunk } from '#src/store/loadChunk'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

type State = Reply<typeof passkeyState>
type Passkey = State['passkeys'][number]
/** What is to be done to which passkey. */
type Chosen = { readonly act: 'rename' | 'remove'; readonly passkey: Passkey }
type Typed = { password: string; name: string }

type Added = Outcome<Reply<typeof addPasskey>> | 'hasOne' | 'lost' | null

/** The password, then the browser; null where none was made, `lost` where the gateway was silent. */
function add({ password, name }: Typed): AppThunk<Promise<Added>> {
  return async (dispatch, _getState, { call }) => {
    const begun = await call(beginPasskey, { password })
    if (!begun.ok) return begun
    const part = await dispatch(loadChunk(() => import('#src/lib/passkeys/passkeys')))
    const credential = part && (await part.makePasskey(begun.value))
    if (credential === null || credential === 'hasOne') return credential
    const added = await call(addPasskey, { name, credential })
    return !added.ok && added.code === 'unreachable' ? 'lost' : added
  }
}

type SectionProps = {
  /** Recovery codes that came with a passkey. */
  onCodes: (codes: readonly string[]) => void
  onChanged: () => void
}

export function PasskeysSection({ onCodes, onChanged }: SectionProps) {
  const { t } = useTranslation('passkeys')
  const [open, setOpen] = useState<'add' | Chosen | null>(null)
  const answer = useReply(passkeyState, {})
  const handleClose = () => {
    setOpen(null)
    onChanged()
  }
  const handleCodes = (codes: readonly string[]) => {
    setOpen(null)
    onCodes(codes)
  }
  return (
    <section aria-labelledby="factors-passkeys">
      <h2 id="factors-passkeys">{t('title')}</h2>
      <Answered answer={answer} lines={2}>
        {(state) => (
          <>
            <p className="factors-quiet">{t(state.signsIn ? 'hint' : 'hintElsewhere')}</p>
            <Keys passkeys={state.passkeys} onChoose={setOpen} />
            <Adding state={state} onAdd={() => setOpen('add')} />
          </>
        )}
      </Answered>
      {open === 'add' && (
        <AddDialog onState={answer.replace} onStale={answer.retry} onCodes={handleCodes} onClose={handleClose} />
      )}
      {open !== null && open !== 'add' && open.act === 'remove' && (
        <RemoveDialog passkey={open.passkey} onState={answer.replace} onStale={answer.retry} onClose={handleClose} />
      )}
      {open !== null && open !== 'add' && open.act === 'rename' && (
        <RenameDialog passkey={open.passkey} onState={answer.replace} onStale={answer.retry} onClose={handleClose} />
      )}
    </section>
  )
}

/** Where passkeys of this site cannot be made, it says why. */
function Adding({ state: { origin, passkeys }, onAdd }: { state: State; onAdd: () => void }) {
  const { t } = useTranslation('passkeys')
  if (origin === null) return <Alert type="info" showIcon title={t('notHere')} />
  if (window.location.origin !== origin)
    return (
      <Alert
        type="info"
        showIcon
        title={
          <>
            {t('elsewhere')} <bdi>{origin}</bdi>
          </>
        }
      />
    )
  if (!('PublicKeyCredential' in window)) return <Alert type="info" showIcon title={t('noBrowser')} />
  if (passkeys.length >= factorLimits.passkeys) return <p className="factors-quiet">{t('full')}</p>
  return (
    <p className="factors-actions">
      <Button onClick={onAdd}>{t('add')}</Button>
    </p>
  )
}

type KeysProps = { passkeys: readonly Passkey[]; onChoose: (chosen: Chosen) => void }

function Keys({ passkeys, onChoose }: KeysProps) {
  const { t, i18n } = useTranslation('passkeys')
  return (
    <ul className="factors-devices">
      {passkeys.map((passkey) => {
        const { id, name, browser, system, isSynced, signsIn, at, usedAt } = passkey
        const device = deviceText({ browser, system })
        const made = minuteDate(at, i18n.language)
        const used = usedAt === null ? null : minuteDate(usedAt, i18n.language)
        return (
          <li key={id}>
            <div>
              <p>
                <strong>{name === '' ? t('unnamed') : name}</strong>
              </p>
              <p className="factors-quiet">
                {[
                  t(signsIn ? 'signsIn' : 'codeOnly'),
                  device === name ? '' : device,
                  t(isSynced ? 'synced' : 'onDevice'),
                ]
                  .filter((word) => word !== '')
                  .join(' · ')}
              </p>
              <p className="factors-quiet">{used === null ? t('unused', { made }) : t('used', { made, used })}</p>
            </div>
            <div className="factors-actions">
              <Button aria-label={t('renameOf', { name })} onClick={() => onChoose({ act: 'rename', passkey })}>
                {t('rename')}
              </Button>
              <Button aria-label={t('removeOf', { name })} onClick={() => onChoose({ act: 'remove', passkey })}>
                {t('remove')}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type DialogProps = {
  onState: (state: State) => void
  /** What is listed is not what there is: an answer was lost, or another browser changed it. */
  onStale: () => void
  onClose: () => void
}

function PasswordRow() {
  const { t } = useTranslation('passkeys')
  return (
    <FormRow isNarrow name="password" label={t('password')}>
      <Input type="password" autoComplete="current-password" />
    </FormRow>
  )
}

function AddDialog({ onState, onStale, onCodes, onClose }: DialogProps & Pick<SectionProps, 'onCodes'>) {
  const { t } = useTranslation(['passkeys', 'errors'])
  const dispatch = useAppDispatch()
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function handleSubmit(typed: Typed): Promise<FormFault | null> {
    if (typed.password === '') return { field: 'password', message: 'passkeys:passwordEmpty' }
    const outcome = await dispatch(add(typed))
    if (outcome === null) return { message: 'passkeys:notMade' }
    if (outcome === 'hasOne' || outcome === 'lost') {
      onStale()
      return { message: `passkeys:${outcome}` }
    }
    if (!outcome.ok) return outcome
    const { recoveryCodes = null, ...state } = outcome.value
    onState(state)
    setCodes(recoveryCodes)
    return null
  }

  return (
    <AntdFormDialog<Typed>
      title={t('passkeys:add')}
      submit={t('passkeys:goOn')}
      initialValues={{ password: '', name: '' }}
      onSubmit={handleSubmit}
      onClose={() => (codes === null ? onClose() : onCodes(codes))}
    >
      <p>{t('passkeys:addHint')}</p>
      <PasswordRow />
      <FormRow isNarrow name="name" label={t('passkeys:name')} help={t('passkeys:nameHint')}>
        <Input autoComplete="off" maxLength={factorLimits.passkeyNameCharacters} />
      </FormRow>
    </AntdFormDialog>
  )
}

function RemoveDialog({ passkey: { id, name }, onState, onStale, onClose }: DialogProps & { passkey: Passkey }) {
  const { t } = useTranslation(['passkeys', 'errors'])
  const dispatch = useAppDispatch()

  async function handleSubmit({ password }: Typed): Promise<FormFault | null> {
    if (password === '') return { field: 'password', message: 'passkeys:passwordEmpty' }
    const outcome = await dispatch(outcomeOf(removePasskey, { password, id }))
    if (outcome.ok) onState(outcome.value)
    else if (outcome.code === 'notFound') onStale()
    else return outcome
    return null
  }

  return (
    <AntdFormDialog<Typed>
      title={t('passkeys:removeOf', { name })}
      submit={t('passkeys:remove')}
      initialValues={{ password: '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>{t('passkeys:removeHint')}</p>
      <PasswordRow />
    </AntdFormDialog>
  )
}

function RenameDialog({ passkey: { id, name }, onState, onStale, onClose }: DialogProps & { passkey: Passkey }) {
  const { t } = useTranslation(['passkeys', 'errors'])
  const dispatch = useAppDispatch()

  async function handleSubmit(typed: Pick<Typed, 'name'>): Promise<FormFault | null> {
    const outcome = await dispatch(outcomeOf(renamePasskey, { id, name: typed.name }))
    if (outcome.ok) onState(outcome.value)
    else if (outcome.code === 'notFound') onStale()
    else return outcome
    return null
  }

  return (
    <AntdFormDialog<Pick<Typed, 'name'>>
      title={t('passkeys:renameOf', { name })}
      submit={t('passkeys:save')}
      initialValues={{ name }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow isNarrow name="name" label={t('passkeys:name')} help={t('passkeys:nameHint')}>
        <Input autoComplete="off" maxLength={factorLimits.passkeyNameCharacters} />
      </FormRow>
    </AntdFormDialog>
  )
}
