/** Starts a worker thread from the file of its build, and in tests from its TypeScript source. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * @param name of the worker's module, beside the one that starts it; also its entry in vite.config.ts
 * @param starter `import.meta.url` of the module that starts it
 */
export function startThread(name: string, starter: string, settings: WorkerOptions): Worker {
  if (starter.endsWith('.ts')) return fromSource(name, starter, settings)
  const beside = new URL(`./${name}.js`, starter)
  // The build may put the starting module into a folder of shared chunks, one below the worker's.
  return new Worker(existsSync(beside) ? beside : new URL(`../${name}.js`, starter), settings)
}

/** A thread of Node 20 takes no loader from `--import`, so it registers its own. */
function fromSource(name: string, starter: string, settings: WorkerOptions): Worker {
  const loader = pathToFileURL(createRequire(starter).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href
  const entry = starter.replace(/[^/]*$/, `${name}.ts`)
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}) })`
  return new Worker(code, { ...settings, eval: true, execArgv: [] })
}
