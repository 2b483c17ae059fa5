import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { SmsOptions } from './start-sms.ts'

type SmsFlags = Partial<Record<'port' | 'state', string | undefined>>
type Environment = Record<string, string | undefined>

/** The product's webhook path for replies. */
const answersPath = '/api/webhooks/sms'

/** The emulator knows one account and reads the product's own variables. */
export function readSmsSettings(flags: SmsFlags, environment: Environment): SmsOptions {
  const address = environment['PUBLIC_URL'] || `http://localhost:${environment['PORT'] || 5000}`
  if (!URL.canParse(address)) {
    throw new Error(`PUBLIC_URL is "${address}". Set it to a web address such as http://localhost:5000.`)
  }
  return {
    port: Number(flags.port ?? 0),
    ...(flags.state ? { stateFile: join(flags.state, 'sms.json') } : {}),
    answersUrl: new URL(answersPath, address).href,
    account: {
      sid: environment['TWILIO_ACCOUNT_SID'] || `AC${randomBytes(16).toString('hex')}`,
      authToken: environment['TWILIO_AUTH_TOKEN'] || randomBytes(16).toString('hex'),
      number: environment['TWILIO_FROM'] || '+14255550100',
    },
  }
}

/** Variables that point the product to the emulator. A generated token is included, a given one is not. */
export function listSmsVariables(url: string, { account }: SmsOptions, environment: Environment): string[] {
  const token = environment['TWILIO_AUTH_TOKEN'] ? [] : [`TWILIO_AUTH_TOKEN=${account.authToken}`]
  return [`TWILIO_API_URL=${url}`, `TWILIO_ACCOUNT_SID=${account.sid}`, `TWILIO_FROM=${account.number}`, ...token]
}
