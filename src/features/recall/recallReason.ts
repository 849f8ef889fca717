/** Why a mail cannot be recalled, in words of the recall's own where there are some. */
export function recallReasonKey(code: string): string {
  return code === 'vipOnly' || code === 'serverCannot' ? `recall:reason.${code}` : `errors:${code}`
}
