import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { MetaOptions } from './start-meta.ts'

type MetaFlags = Partial<Record<'port' | 'state' | 'speed' | 'limits', string | undefined>>
type Environment = Record<string, string | undefined>

/** The emulator knows one application and reads the product's own variables. */
export function readMetaSettings(flags: MetaFlags, environment: Environment): MetaOptions {
  const speed = Number(flags.speed ?? 1)
  if (!(speed >= 0)) throw new Error(`--speed is "${flags.speed}". Say a number such as 60; 1 is real time.`)
  return {
    port: Number(flags.port ?? 0),
    speed,
    limits: flags.limits === 'off' ? 'off' : 'meta',
    ...(flags.state ? { stateFile: join(flags.state, 'meta.json') } : {}),
    appSecret: environment['META_APP_SECRET'] || randomBytes(16).toString('hex'),
  }
}

/** Variables that point the product to the emulator. A generated secret is included, a given one is not. */
export function listMetaVariables(url: string, { appSecret }: MetaOptions, environment: Environment): string[] {
  return [`META_GRAPH_URL=${url}`, ...(environment['META_APP_SECRET'] ? [] : [`META_APP_SECRET=${appSecret}`])]
}
