/** The store's types and the typed doors to it; nobody uses the untyped hooks. */
import { createListenerMiddleware, type ThunkDispatch } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { Store, UnknownAction } from 'redux'
import type { rootReducer } from './rootReducer'
import type { Services } from './services'

export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>

export const useAppSelector = useSelector.withTypes<RootState>()
export const useAppDispatch = useDispatch.withTypes<AppDispatch>()

export type AppStore = Store<RootState> & { dispatch: AppDispatch }
/** For a component that reads the state only when something happens. */
export const useAppStore = useStore.withTypes<AppStore>()

/** A thunk: no action carries its argument, so a password can be one. */
export type AppThunk<R = void> = (dispatch: AppDispatch, getState: () => RootState, extra: Services) => R

const listeners = createListenerMiddleware()
export const listenerMiddleware = listeners.middleware
/** What follows a fact, by dispatching thunks; features start theirs when their code arrives. */
export const startAppListening = listeners.startListening.withTypes<RootState, AppDispatch>()
