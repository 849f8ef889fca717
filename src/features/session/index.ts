export { SignInFields } from './components/SignInFields'
export { useSignIn } from './hooks/useSignIn'
export { nextPath } from './nextPath'
export { LoginPage } from './pages/LoginPage'
