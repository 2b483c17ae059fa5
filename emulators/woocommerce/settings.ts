import { join } from 'node:path'
import type { WooOptions } from './start-woocommerce.ts'

type WooFlags = Partial<Record<'port' | 'state' | 'speed', string | undefined>>

export function readWooSettings(flags: WooFlags): WooOptions {
  const speed = Number(flags.speed ?? 1)
  if (!(speed >= 0)) throw new Error(`--speed is "${flags.speed}". Say a number such as 60; 1 is real time.`)
  return {
    port: Number(flags.port ?? 0),
    speed,
    ...(flags.state ? { stateFile: join(flags.state, 'woocommerce.json') } : {}),
  }
}
