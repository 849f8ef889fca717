/** Fetched when somebody is asked for a captcha. */
export { CaptchaField } from './CaptchaField'
export type { CaptchaAnswer } from './useCaptcha'
