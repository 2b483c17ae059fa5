import { pino } from 'pino'
import type { Config } from './config.ts'

export type Log = pino.Logger

const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'webhookSecret',
  'accessToken',
  'refreshToken',
  'clientSecret',
  'idToken',
]

/** Fields that may hold a secret are cut at whatever depth our log calls put them (top level, one or two below). */
const redacted = secretFields.flatMap((field) => {
  const key = field.includes('-') ? `["${field}"]` : field
  const below = field.includes('-') ? key : `.${key}`
  return [key, `*${below}`, `*.*${below}`]
})

export function createLog(config: Pick<Config, 'LOG_LEVEL'>, role: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { role, pid: process.pid },
      redact: { paths: redacted, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Lines leave together: to write each by itself costs more than all that is done to make it.
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 }),
  )
}
