import { join } from 'node:path'
import type { ShopifyOptions } from './start-shopify.ts'

type ShopifyFlags = Partial<Record<'port' | 'state' | 'speed' | 'limits', string | undefined>>

export function readShopifySettings(flags: ShopifyFlags): ShopifyOptions {
  const speed = Number(flags.speed ?? 1)
  if (!(speed >= 0)) throw new Error(`--speed is "${flags.speed}". Say a number such as 60; 1 is real time.`)
  return {
    port: Number(flags.port ?? 0),
    speed,
    limits: flags.limits === 'off' ? 'off' : 'shopify',
    ...(flags.state ? { stateFile: join(flags.state, 'shopify.json') } : {}),
  }
}
