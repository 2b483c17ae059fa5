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
  'feedKey',
  'webhookSecret',
  'accessToken',
  'refreshToken',
  'clientSecret',
  'idToken',
]

/** Redacts fields that may hold a secret at the depths our log calls use (top level, one or two below). */
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
    destination ?? openStandardOutput(),
  )
}

let standardOutput: pino.DestinationStream | undefined

/**
 * One for all logs of the process, since each flushes ten times a second for as long as the process runs. Lines are written in
 * batches: one write per line costs more than producing the line.
 */
function openStandardOutput(): pino.DestinationStream {
  standardOutput ??= pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })
  return standardOutput
}

/** pg attaches the whole client to its errors, with the queries sent on it and its cancellation key. */
function withoutConnection(error: Error & { client?: unknown }): object {
  const { client: _client, ...facts } = pino.stdSerializers.err(error)
  return facts
}

/**
 * A child log with the request id in every line. The id is appended as text, because pino would otherwise redact it, which takes
 * longer than the rest of the line.
 */
export function createRequestLog(log: Log, requestId: string): Log {
  const child = log.child({}) as Log & { [pino.symbols.chindingsSym]: string }
  child[pino.symbols.chindingsSym] += `,"reqId":${JSON.stringify(requestId)}`
  return child
}
