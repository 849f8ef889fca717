/**
 * Tests keep what they write in memory where there is room for it: each of them waits for the disk many times, and a machine that is busy
 * there would make every run another one. A global setup for Vitest and for Playwright alike.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { removeFolderNow } from './removeFolder'

const memory = '/dev/shm'
/** What the tests write at once is far less; the rest is for whoever else is at work here. */
const leastBytes = 3 * 1024 ** 3
const ours = /^ep-(\d+)-/

/** Answers what takes it away again. */
export default function openMemoryFolder(): () => void {
  if (process.env.TMPDIR?.startsWith(join(memory, 'ep-')) || !hasRoom()) return () => undefined
  for (const name of readdirSync(memory)) {
    const owner = ours.exec(name)?.[1]
    // Left by a run that was killed.
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeFolderNow(join(memory, name))
  }
  const former = process.env.TMPDIR
  const folder = mkdtempSync(join(memory, `ep-${process.pid}-`))
  // Mail servers run as users of their own.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => {
    if (former === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = former
    removeFolderNow(folder)
  }
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= leastBytes && freemem() >= leastBytes
}
