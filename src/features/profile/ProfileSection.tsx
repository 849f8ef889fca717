/** What the person says of themselves: the name that messages go out with, and some particulars. */
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { readProfile, saveProfile } from '#contract/endpoints/account/profile'
import { checkProfile, genders, type Profile, profileName, profileNameCharacters } from '#contract/profile/profileRules'
import { citiesOf, provinces } from '#contract/profile/regions'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { DayField, type DayFieldProps } from '#src/components/antd/DayField'
import { dayjs } from '#src/lib/dates'
import type { Outcome } from '#src/lib/http/outcome'
import { inNameOrder } from '#src/lib/i18n/byName'
import { useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { refreshUser } from '#src/store/session/sessionThunks'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

export function ProfileSection() {
  const answer = useReply(readProfile, {})
  return (
    <Answered answer={answer}>
      {({ profile }) => (
        <ProfileForm
          key={JSON.stringify(profile)}
          profile={profile}
          onSaved={(saved) => answer.replace({ profile: saved })}
        />
      )}
    </Answered>
  )
}

function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void }) {
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
