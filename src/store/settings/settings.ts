/** What the person has chosen for their account; until the gateway has told, the defaults stand. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { initialSettings, type SettingName, type Settings } from '../../contract/settings'
import { rootReducer } from '../rootReducer'
import { signedIn } from '../session/session'

export type SettingsState = {
  values: Settings
  /** As the gateway last confirmed them: what a refused change goes back to. */
  kept: Settings
  /** `failed`: the defaults, or what was known before, stand for now. */
  status: 'asked' | 'ready' | 'failed'
  /** Goes up with each change made here: what was asked for before it may tell what no longer holds. */
  changes: number
  /** Whose they are; null until the gateway has told. */
  account: string | null
  /** What this browser alone shows instead. */
  own: OwnLook
}

export type OwnLook = Partial<Pick<Settings, 'skin' | 'mode'>>

const initialState: SettingsState = {
  values: initialSettings,
  kept: initialSettings,
  status: 'asked',
  changes: 0,
  account: null,
  own: {},
}

export const settingsSlice = createSlice({
  name: 'settings',
  initialState,
  reducers: {
    settingsLoaded(
      state,
      { payload }: PayloadAction<{ values: Settings; changes: number | null; account: string | null }>,
    ) {
      // Told of before a change: its own reply tells how everything stands.
      if (payload.changes !== state.changes) return
      state.values = payload.values
      state.kept = payload.values
      state.status = 'ready'
      state.account = payload.account
    },
    settingsUnknown(state) {
      if (state.status === 'asked') state.status = 'failed'
    },
    settingChosen(state, { payload }: PayloadAction<Partial<Settings>>) {
      Object.assign(state.values, payload)
      state.changes += 1
    },
    settingConfirmed(state, { payload }: PayloadAction<Partial<Settings>>) {
      Object.assign(state.kept, payload)
    },
    /** The gateway said no: what it has stands again, where nothing else was chosen meanwhile. */
    settingRefused(state, { payload: { name, wanted } }: PayloadAction<{ name: SettingName; wanted: string }>) {
      if (state.values[name] === wanted) Object.assign(state.values, { [name]: state.kept[name] })
    },
    ownLookChanged(state, { payload }: PayloadAction<OwnLook>) {
      state.own = payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, (state, { payload }) =>
      state.account === null || state.account === payload.username ? state : { ...initialState, own: state.own },
    )
  },
  selectors: {
    selectSettings: (state) => state.values,
    selectSettingsStatus: (state) => state.status,
    selectSettingChanges: (state) => state.changes,
    selectOwnLook: (state) => state.own,
  },
})

declare module '../rootReducer' {
  interface LazySlices extends WithSlice<typeof settingsSlice> {}
}

const injected = settingsSlice.injectInto(rootReducer)

export const { settingsLoaded, settingsUnknown, settingChosen, settingConfirmed, settingRefused, ownLookChanged } =
  settingsSlice.actions
export const { selectSettings, selectSettingsStatus, selectSettingChanges, selectOwnLook } = injected.selectors
