/** The name of this browser's time zone, such as `Asia/Shanghai`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
