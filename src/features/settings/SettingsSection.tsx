import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { SectionId, SettingName } from '#contract/settings'
import { AntdForm, FormRow } from '#src/components/antd/AntdForm'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { selectSettings, selectSettingsStatus } from '#src/store/settings/settings'
import { loadSettings } from '#src/store/settings/settingsThunks'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { SettingControl } from './SettingControl'
import { namesOf, sectionNamed, textOf } from './sections/sections'
import { useSettingSaves } from './useSettingSaves'

/** The settings of one section, each kept as soon as it is chosen, and what else stands there. */
export function SettingsSection({ id }: { id: SectionId }) {
  const dispatch = useAppDispatch()
  const status = useAppSelector(selectSettingsStatus)
  const Beside = sectionNamed(id)?.Beside
  const names = namesOf(id)
  return (
    <>
      {names.length > 0 && status === 'asked' && <Skeleton lines={3} />}
      {names.length > 0 && status === 'failed' && (
        <ErrorNote message="settings:unknown" onRetry={() => void dispatch(loadSettings())} />
      )}
      {names.length > 0 && status === 'ready' && <SettingRows names={names} />}
      {Beside !== undefined && <Beside waiting={names.length === 0 ? <Skeleton lines={4} /> : null} />}
    </>
  )
}

function SettingRows({ names }: { names: readonly SettingName[] }) {
  const { t, i18n } = useTranslation(['settings', 'look'])
  const values = useAppSelector(selectSettings)
  const { saved, fault, save, undo } = useSettingSaves()
  const rows = useRef<HTMLDivElement>(null)
  const [search] = useSearchParams()
  const wanted = search.get('setting') ?? ''
  useEffect(() => {
    // What the search found is where the keys go on.
    rows.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(wanted)}"] :is(input, button)`)?.focus()
  }, [wanted])
  return (
    <div ref={rows}>
      <AntdForm
        fault={fault}
        fields={names.map((name) => ({ name: [name], value: values[name] }))}
        onValuesChange={(changed: Partial<Record<SettingName, unknown>>) => {
          for (const name of names) if (name in changed) void save(name, changed[name])
        }}
      >
        {names.map((name) => (
          <div key={name} data-setting={name}>
            <FormRow
              name={name}
              label={t(textOf(name, 'title'))}
              {...(i18n.exists(textOf(name, 'hint')) && { help: t(textOf(name, 'hint')) })}
              aside={
                <span role="status">
                  {saved?.name === name && (
                    <span className="settings-saved">
                      <CheckCircleFilled aria-hidden /> {t(saved.isUndone ? 'undone' : 'saved')}
                      {!saved.isUndone && (
                        <>
                          {' · '}
                          <button type="button" className="ep-link" onClick={() => void undo()}>
                            {t('undo')}
                          </button>
                        </>
                      )}
                    </span>
                  )}
                </span>
              }
            >
              <SettingControl setting={name} />
            </FormRow>
          </div>
        ))}
      </AntdForm>
    </div>
  )
}
