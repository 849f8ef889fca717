import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** More than the script's limit, which is one of CPU time. */
const pauseMs = 1_300

it('R16, R20: a process that stands still while a message is read still reads it: the limit is CPU time', async () => {
  const script = fileURLToPath(new URL('./pausedReader.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (line !== 'reading') continue
    child.kill('SIGSTOP')
    // The pause itself is what is tested: nothing else in this test waits for a time.
    await after(pauseMs)
    child.kill('SIGCONT')
  }
  await exited
  expect(said).toEqual(['reading', 'readable'])
})
