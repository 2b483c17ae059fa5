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
      serializers: { err: withoutConnection },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Lines leave together: to write each by itself costs more than all that is done to make it.
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 }),
  )
}

/** The driver hangs on its error the whole connection, with what was asked on it and the key that cancels it. */
function withoutConnection(error: Error & { client?: unknown }): object {
  const { client: _client, ...facts } = pino.stdSerializers.err(error)
  return facts
}

/**
 * The log of one request, with its id in every line. Left to itself, pino would look for secrets in the id, which takes
 * longer than all the rest of it.
 */
export function createRequestLog(log: Log, requestId: string): Log {
  const child = log.child({}) as Log & { [pino.symbols.chindingsSym]: string }
  child[pino.symbols.chindingsSym] += `,"reqId":${JSON.stringify(requestId)}`
  return child
}
