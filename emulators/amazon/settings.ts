import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { AmazonOptions } from './start-amazon.ts'

export const amazonFlags = {
  port: { type: 'string' },
  state: { type: 'string' },
  speed: { type: 'string' },
  limits: { type: 'string' },
} as const

type AmazonFlags = { [name in keyof typeof amazonFlags]?: string | undefined }
type Environment = Record<string, string | undefined>

/** The product's OAuth callback path. */
const callbackPath = '/api/amazon/auth/callback'

/** The emulator knows one application and reads the product's own variables. */
export function readAmazonSettings(flags: AmazonFlags, environment: Environment): AmazonOptions {
  const address = environment['PUBLIC_URL'] || `http://localhost:${environment['PORT'] || 5000}`
  if (!URL.canParse(address)) {
    throw new Error(`PUBLIC_URL is "${address}". Set it to a web address such as http://localhost:5000.`)
  }
  const { limits = 'amazon' } = flags
  if (limits !== 'amazon' && limits !== 'off') throw new Error(`--limits is "${limits}". Say amazon or off.`)
  const speed = Number(flags.speed ?? 1)
  if (!(speed >= 0)) throw new Error(`--speed is "${flags.speed}". Say a number such as 60; 1 is real time.`)
  return {
    port: Number(flags.port ?? 0),
    speed,
    limits,
    ...(flags.state ? { stateFile: join(flags.state, 'amazon.json') } : {}),
    client: {
      id: environment['AMAZON_LWA_CLIENT_ID'] || 'amzn1.application-oa2-client.lockstep',
      secret: environment['AMAZON_LWA_CLIENT_SECRET'] || randomBytes(24).toString('base64url'),
      appId: environment['AMAZON_APP_ID'] || 'amzn1.sellerapps.app.lockstep',
      redirectUri: new URL(callbackPath, address).href,
    },
  }
}

/** Variables that point the product to the emulator. A generated secret is included, a given one is not. */
export function listVariables(url: string, { client }: AmazonOptions, environment: Environment): string[] {
  const variables = {
    AMAZON_SP_API_URL: url,
    AMAZON_LWA_URL: url,
    AMAZON_SELLER_CENTRAL_URL: url,
    AMAZON_LWA_CLIENT_ID: client.id,
    AMAZON_APP_ID: client.appId,
    ...(environment['AMAZON_LWA_CLIENT_SECRET'] ? {} : { AMAZON_LWA_CLIENT_SECRET: client.secret }),
  }
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`)
}
