/** Which gateways the built app in a folder calls, as its build wrote it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { gatewayOriginsFile } from '../../src/contract/gatewayOrigins'

const shape = v.array(v.string())

/** Origins; none where the file is missing, as beside an app that was built without it. Throws where it is not readable JSON. */
export async function readGatewayOrigins(appFolder: string): Promise<readonly string[]> {
  try {
    return v.parse(shape, JSON.parse(await readFile(join(appFolder, gatewayOriginsFile), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
