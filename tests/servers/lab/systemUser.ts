/** Users that Debian's packages made; each machine gives them other numbers. */
import { readFile } from 'node:fs/promises'

export async function systemUser(name: string): Promise<{ readonly uid: number; readonly gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const line = lines.find((it) => it.startsWith(`${name}:`))
  if (line === undefined) throw new Error(`There is no user ${name}`)
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
