export { LoginPage } from './LoginPage'
export { SignInFields } from './SignInFields'
export { useSignIn } from './useSignIn'
