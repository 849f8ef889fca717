/** Whether the browser is WeChat's or a phone's, by its user agent (SPEC §4: the modal is suppressed there). */
export function isHandheld(userAgent: string): boolean {
  return /MicroMessenger|Mobi|Android|iPhone|iPod/i.test(userAgent)
}
