/** Saves each change at once; the last one can be undone, and one that was refused says why. */
import { useState } from 'react'
import { isValueOf, type SettingName } from '#contract/settings'
import type { FormFault } from '#src/components/antd/AntdForm'
import { dropOwnLook } from '#src/store/settings/ownLook'
import { languageFound, selectLanguage } from '#src/store/settings/preferences'
import { selectSettings } from '#src/store/settings/settings'
import { changeSetting } from '#src/store/settings/settingsThunks'
import { useAppDispatch, useAppStore } from '#src/store/typed'

type Saved = { readonly name: SettingName; readonly former: string; readonly isUndone: boolean }

export function useSettingSaves() {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [saved, setSaved] = useState<Saved | null>(null)
  const [fault, setFault] = useState<FormFault | null>(null)

  /** This browser's own choice would hide what is chosen here for the account. */
  function dropOwn(name: SettingName) {
    const state = store.getState()
    if (name === 'language') dispatch(languageFound(selectLanguage(state)))
    if (name === 'skin' || name === 'mode') dispatch(dropOwnLook(name))
  }

  async function save(name: SettingName, value: unknown, isUndone = false) {
    const former = selectSettings(store.getState())[name]
    if (value === former) return
    setFault(null)
    setSaved(null)
    // As the gateway would refuse it.
    if (!isValueOf(name, value)) return setFault({ field: name, message: `settings:${name}.fault` })
    const code = await dispatch(changeSetting(name, value, { quiet: true }))
    if (code !== null) return setFault({ field: name, code })
    dropOwn(name)
    setSaved({ name, former, isUndone })
  }

  const undo = async () => {
    if (saved !== null) await save(saved.name, saved.former, true)
  }
  return { saved, fault, save, undo }
}
