export { LoginPage } from './LoginPage'
export { nextPath } from './nextPath'
export { SignInFields } from './SignInFields'
export { useSignIn } from './useSignIn'
