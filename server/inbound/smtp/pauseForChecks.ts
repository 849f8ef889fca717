/** Holds a message in the temporary folder while its sender is checked, since the verdicts stand above it. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ArrivingMessage, SenderChecks, SenderVerdicts } from '../senderChecks.port'

/** @param keep Called once with the verdicts and the message again; the file is gone when it ends. */
export async function pauseForChecks(
  checks: SenderChecks,
  message: AsyncIterable<Buffer>,
  sender: Omit<ArrivingMessage, 'path'>,
  keep: (verdicts: SenderVerdicts, message: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  try {
    const path = join(folder, 'message')
    await pipeline(message, createWriteStream(path, { mode: 0o600 }))
    await keep(await checks.check({ path, ...sender }), createReadStream(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
