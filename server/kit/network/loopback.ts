/** Whether a line to this host never leaves the machine, so that a password may cross it without TLS. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
