/** What the person says of themselves: the name that messages go out with, and some particulars. */
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactLimits } from '#contract/contacts/contactDetails'
import type { Reply } from '#contract/endpoint'
import { putProfilePhoto, readProfile, removeProfilePhoto, saveProfile } from '#contract/endpoints/account/profile'
import { checkProfile, genders, type Profile, profileName, profileNameCharacters } from '#contract/profile/profileRules'
import { citiesOf, provinces } from '#contract/profile/regions'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { DayField, type DayFieldProps } from '#src/components/antd/DayField'
import { Avatar } from '#src/components/brand/Avatar'
import { smallPicture } from '#src/components/browser/smallPicture'
import { dayjs } from '#src/lib/dates'
import type { Outcome } from '#src/lib/http/outcome'
import { inNameOrder } from '#src/lib/i18n/byName'
import { useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { refreshUser } from '#src/store/session/sessionThunks'
import { usePhotoLink } from '#src/store/session/usePhotoLink'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import './profile.css'

export function ProfileSection() {
  const answer = useReply(readProfile, {})
  return (
    <Answered answer={answer}>
      {({ profile: { photo, ...profile } }) => (
        <ProfileForm
          // What was typed stays while a photo is chosen.
          key={JSON.stringify(profile)}
          profile={profile}
          photo={photo}
          onSaved={(saved) => answer.replace({ profile: saved })}
        />
      )}
    </Answered>
  )
}

type Kept = Reply<typeof readProfile>['profile']
type FormProps = { profile: Profile; photo: string; onSaved: (profile: Kept) => void }

function ProfileForm({ profile, photo, onSaved }: FormProps) {
  const { t } = useTranslation('profile')
  const dispatch = useAppDispatch()
  const { now } = useServices()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function handleFinish(values: Profile) {
    if (isSaving) return
    const typed = { ...values, name: profileName(values.name) }
    const found = checkProfile(typed, now())
    if (found !== null) return setFault(found)
    setSaving(true)
    const outcome = await dispatch(save(changesOf(profile, typed)))
    setSaving(false)
    if (!outcome.ok) return setFault(outcome)
    onSaved(outcome.value.profile)
    // The account's name stands in the top bar.
    if (typed.name !== profile.name) void dispatch(refreshUser())
    dispatch(noticeShown({ tone: 'success', message: 'profile:saved' }))
  }

  return (
    <AntdForm<Profile>
      fault={fault}
      initialValues={profile}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleFinish(values)}
    >
      <FormRow name="photo" label={t('photo')} help={t('photoHint')}>
        <Photo name={profile.name} photo={photo} onStored={onSaved} onFault={setFault} />
      </FormRow>
      <FormRow name="name" label={t('name')} help={t('nameHint')}>
        <Input autoComplete="name" maxLength={profileNameCharacters * 2} />
      </FormRow>
      <FormRow name="gender" label={t('gender.label')}>
        <Select options={genders.map((one) => ({ value: one, label: t(`gender.${one || 'none'}`) }))} />
      </FormRow>
      <FormRow name="birthday" label={t('birthday')}>
        <Birthday />
      </FormRow>
      <Region />
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('save')}
        </Button>
      </div>
    </AntdForm>
  )
}

type PhotoProps = {
  /** These two come from the form. */
  id?: string
  'aria-describedby'?: string
  name: string
  photo: string
  onStored: (profile: Kept) => void
  onFault: (fault: FormFault | null) => void
}

/** The photo, stored as soon as it is chosen; the gateway says what is no picture. */
function Photo({ id, name, photo, onStored, onFault, ...control }: PhotoProps) {
  const { t } = useTranslation('profile')
  const dispatch = useAppDispatch()
  const link = usePhotoLink()(photo)
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const unreadable = { message: 'profile:photoUnreadable', field: 'photo' } as const

  async function store(picture: Blob | null) {
    setBusy(true)
    const outcome = await dispatch(storePhoto(picture))
    setBusy(false)
    if (!outcome.ok) return onFault(outcome.code === 'imageRefused' ? unreadable : { ...outcome, field: 'photo' })
    onFault(null)
    onStored(outcome.value.profile)
    dispatch(noticeShown({ tone: 'success', message: `profile:${picture === null ? 'photoRemoved' : 'photoSaved'}` }))
    // The button that was pressed may be gone.
    chooser.current?.focus()
  }

  async function handleChoice({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (file === undefined || isBusy) return
    const picture = file.size <= contactLimits.photoBytes ? file : await smallPicture(file)
    if (picture === null) onFault(unreadable)
    else await store(picture)
  }

  return (
    <div className="profile-photo" aria-busy={isBusy}>
      <Avatar name={name} size={64} photo={link} />
      <Button
        {...(id !== undefined && { id })}
        ref={chooser}
        aria-describedby={control['aria-describedby']}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {t(photo === '' ? 'choosePhoto' : 'replacePhoto')}
      </Button>
      {photo !== '' && (
        <Button disabled={isBusy} onClick={() => void store(null)}>
          {t('removePhoto')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label={t('choosePhoto')}
        onChange={(event) => void handleChoice(event)}
      />
    </div>
  )
}

/** @param picture null takes the photo away */
function storePhoto(picture: Blob | null): AppThunk<Promise<Outcome<Reply<typeof putProfilePhoto>>>> {
  return async (dispatch, _getState, { call, sendBytes }) => {
    const outcome = await (picture === null
      ? call(removeProfilePhoto, {})
      : sendBytes(putProfilePhoto, {}, picture, {}))
    // The photo stands in the top bar.
    if (outcome.ok) void dispatch(refreshUser())
    return outcome
  }
}

function save(changes: Partial<Profile>): AppThunk<Promise<Outcome<Reply<typeof saveProfile>>>> {
  return async (_dispatch, _getState, { call }) => call(saveProfile, changes)
}

/** A save names what it changes, so that another tab's change of another field stands. */
function changesOf(former: Profile, wanted: Profile): Partial<Profile> {
  return {
    ...(wanted.name !== former.name && { name: wanted.name }),
    ...(wanted.gender !== former.gender && { gender: wanted.gender }),
    ...(wanted.birthday !== former.birthday && { birthday: wanted.birthday }),
    ...(wanted.province !== former.province && { province: wanted.province }),
    ...(wanted.city !== former.city && { city: wanted.city }),
  }
}

function Birthday(field: DayFieldProps) {
  const { now } = useServices()
  return <DayField {...field} maxDate={dayjs(now())} />
}

/** Another province has other cities. */
function Region() {
  const { t, i18n } = useTranslation(['profile', 'regions'])
  const form = Form.useFormInstance<Profile>()
  const province = Form.useWatch<string>('province', form) ?? ''
  const options = (ids: readonly string[], nameOf: (id: string) => string) => [
    { value: '', label: t('none') },
    ...inNameOrder(
      ids.map((id) => ({ id, name: nameOf(id) })),
      i18n.language,
    ).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <FormRow name="province" label={t('province')}>
        <Select
          showSearch
          optionFilterProp="label"
          options={options(provinces, (id) => t(`regions:province.${id}`))}
          onChange={() => form.setFieldValue('city', '')}
        />
      </FormRow>
      <FormRow name="city" label={t('city')}>
        <Select
          showSearch
          optionFilterProp="label"
          disabled={province === ''}
          options={options(citiesOf(province), (id) => t(`regions:city.${province}.${id}`))}
        />
      </FormRow>
    </>
  )
}
